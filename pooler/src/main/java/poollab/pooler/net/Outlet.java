package poollab.pooler.net;

import java.nio.ByteBuffer;

/**
 * What is on its way to one connection while the input of another is worked through. Bytes that pass as they are stay
 * where they were read and are written from there; only when something is put between them are they copied together. So
 * one reading leads to one writing.
 */
public final class Outlet {
    private final ByteBuffer staged = ByteBuffer.allocateDirect(Loop.BUFFER);
    private Conn to;
    private ByteBuffer source;
    private int from;
    private int end;

    Outlet() {}

    /** Passes the bytes {@code [from, end)} of {@code in} on. */
    public void pass(Conn to, ByteBuffer in, int from, int end) {
        if (from == end) return;
        direct(to);
        if (source == in && this.end == from) {
            this.end = end;
            return;
        }
        stageSpan();
        source = in;
        this.from = from;
        this.end = end;
    }

    /** Puts bytes of the pooler's own between those that pass. */
    public void put(Conn to, byte[] bytes, int offset, int length) {
        direct(to);
        stageSpan();
        if (length > staged.remaining()) {
            writeStaged();
            if (length > staged.capacity()) {
                to.write(ByteBuffer.wrap(bytes, offset, length));
                return;
            }
        }
        staged.put(bytes, offset, length);
    }

    public void put(Conn to, byte[] bytes) {
        put(to, bytes, 0, bytes.length);
    }

    public void flush() {
        if (to == null) return;
        if (staged.position() > 0) stageSpan();
        writeStaged();
        writeSpan();
        to = null;
    }

    /** Forgets what is under way. */
    public void discard() {
        staged.clear();
        source = null;
        to = null;
    }

    private void direct(Conn to) {
        if (this.to == to) return;
        flush();
        this.to = to;
    }

    private void stageSpan() {
        if (source == null) return;
        int length = end - from;
        if (length > staged.remaining()) writeStaged();
        if (length > staged.capacity()) {
            writeSpan();
            return;
        }
        staged.put(staged.position(), source, from, length);
        staged.position(staged.position() + length);
        source = null;
    }

    private void writeStaged() {
        if (staged.position() == 0) return;
        to.write(staged.flip());
        staged.clear();
    }

    private void writeSpan() {
        if (source == null) return;
        int limit = source.limit();
        to.write(source.limit(end).position(from));
        source.limit(limit).position(0);
        source = null;
    }
}
