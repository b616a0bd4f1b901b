package poollab.console.snippet;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;

/**
 * One message between the console and the learner's application.
 *
 * @param request the question it belongs to; 0 where there is none
 * @param body UTF-8, except that {@link Kind#OUTPUT} carries whatever bytes the snippet printed
 */
record Frame(Kind kind, int request, byte[] body) {
    /** More than this is not ours: somebody wrote past {@code System.out}. */
    private static final int MOST_BYTES = 16 << 20;

    enum Kind {
        /** To the application, first of all and once: the JDBC URL. It holds a password, so it must not be an argument. */
        URL,
        EVALUATE,
        IS_COMPLETE,
        /** The cursor, a line feed, the source. */
        COMPLETE,
        /** Asks the snippet under evaluation to stop. */
        STOP,

        /** From the application: bytes that a snippet printed. */
        OUTPUT,
        VALUE,
        NOTE,
        WARNING,
        ERROR,
        /** The answer, and the end of a question. */
        DONE
    }

    static Frame of(Kind kind, int request, String text) {
        return new Frame(kind, request, text.getBytes(StandardCharsets.UTF_8));
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    static Frame read(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        int request = in.readInt();
        int length = in.readInt();
        if (kind >= Kind.values().length || length < 0 || length > MOST_BYTES) {
            throw new StreamCorruptedException("not a frame");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) throw new EOFException("half a frame");
        return new Frame(Kind.values()[kind], request, body);
    }

    /** Writes and flushes. Frames of several threads must not mix, so it holds the stream. */
    void write(DataOutputStream out) throws IOException {
        synchronized (out) {
            out.writeByte(kind.ordinal());
            out.writeInt(request);
            out.writeInt(body.length);
            out.write(body);
            out.flush();
        }
    }
}
