package poollab.bench.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message of a server.
 *
 * @param type its letter: {@code Z} is ReadyForQuery
 * @param body without type and length
 */
public record RawMessage(char type, byte[] body) {
    /**
     * The next message.
     *
     * @throws EOFException when the other side has closed the connection
     */
    public static RawMessage read(DataInputStream in) throws IOException {
        char type = (char) in.readUnsignedByte();
        byte[] body = new byte[in.readInt() - 4];
        in.readFully(body);
        return new RawMessage(type, body);
    }

    /** The fields of an error or notice, by their letters: S severity, C SQLSTATE, M message. */
    public Map<Character, String> fields() {
        Map<Character, String> fields = new LinkedHashMap<>();
        ByteBuffer in = ByteBuffer.wrap(body);
        for (byte letter = in.get(); letter != 0; letter = in.get()) fields.put((char) letter, text(in));
        return fields;
    }

    /** The names of a RowDescription's columns. */
    public List<String> columns() {
        ByteBuffer in = ByteBuffer.wrap(body);
        List<String> columns = new ArrayList<>();
        for (int left = in.getShort(); left > 0; left--) {
            columns.add(text(in));
            in.position(in.position() + 18);
        }
        return columns;
    }

    /** The values of a DataRow in text format; null is NULL. */
    public List<String> values() {
        ByteBuffer in = ByteBuffer.wrap(body);
        List<String> values = new ArrayList<>();
        for (int left = in.getShort(); left > 0; left--) {
            int length = in.getInt();
            values.add(length < 0 ? null : new String(body, in.position(), length, StandardCharsets.UTF_8));
            in.position(in.position() + Math.max(0, length));
        }
        return Collections.unmodifiableList(values);
    }

    private static String text(ByteBuffer in) {
        int begin = in.position();
        int end = begin;
        while (in.get(end) != 0) end++;
        in.position(end + 1);
        return new String(in.array(), begin, end - begin, StandardCharsets.UTF_8);
    }
}
