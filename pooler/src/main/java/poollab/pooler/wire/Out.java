package poollab.pooler.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Messages being written, one after another, into memory that grows. For login, console and rare messages; data is forwarded as it is. */
public final class Out {
    private byte[] bytes;
    private int size;
    private int lengthAt = -1;

    public Out() {
        this(256);
    }

    public Out(int capacity) {
        bytes = new byte[capacity];
    }

    /** Begins a message; {@link #end} fills its length in. */
    public Out begin(char type) {
        u8(type);
        lengthAt = size;
        return i32(0);
    }

    /** Begins a message that has no type byte: a startup message. */
    public Out beginUntyped() {
        lengthAt = size;
        return i32(0);
    }

    public Out end() {
        int length = size - lengthAt;
        bytes[lengthAt] = (byte) (length >>> 24);
        bytes[lengthAt + 1] = (byte) (length >>> 16);
        bytes[lengthAt + 2] = (byte) (length >>> 8);
        bytes[lengthAt + 3] = (byte) length;
        lengthAt = -1;
        return this;
    }

    public Out u8(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    public Out i16(int value) {
        return u8(value >>> 8).u8(value);
    }

    public Out i32(int value) {
        return i16(value >>> 16).i16(value);
    }

    public Out raw(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
        return this;
    }

    /** A zero-terminated string. */
    public Out text(String text) {
        return raw(text.getBytes(UTF_8)).u8(0);
    }

    /** A column's value as text, or NULL. */
    public Out value(String value) {
        if (value == null) return i32(-1);
        byte[] utf8 = value.getBytes(UTF_8);
        return i32(utf8.length).raw(utf8);
    }

    public int size() {
        return size;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }

    // ---- whole messages that several places send

    /** The pooler's errors carry severity, code and text only, as PgBouncer's do. */
    public Out error(boolean fatal, String code, String message) {
        return begin('E').u8('S').text(fatal ? "FATAL" : "ERROR").u8('C').text(code).u8('M').text(message).u8(0).end();
    }

    public Out notice(String message) {
        return begin('N').u8('S').text("NOTICE").u8('C').text("00000").u8('M').text(message).u8(0).end();
    }

    public Out readyForQuery() {
        return begin('Z').u8('I').end();
    }

    public Out parameterStatus(String name, String value) {
        return begin('S').text(name).text(value).end();
    }

    public Out query(String sql) {
        return begin('Q').text(sql).end();
    }

    public Out commandComplete(String tag) {
        return begin('C').text(tag).end();
    }
}
