package poollab.pooler.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Numbers and letters of PostgreSQL's frontend/backend protocol, version 3 (PostgreSQL documentation, chapter 54). */
public final class Wire {
    /** Type byte and length: what is needed to know a message's size. */
    public static final int HEAD = 5;
    /** Length and code of a message without a type: startup, cancel, SSL and GSS requests. */
    public static final int STARTUP_HEAD = 8;

    public static final int PROTOCOL_2 = 2 << 16;
    public static final int PROTOCOL_3 = 3 << 16;
    public static final int PROTOCOL_4 = 4 << 16;
    public static final int CANCEL_REQUEST = 80877102;
    public static final int SSL_REQUEST = 80877103;
    public static final int GSSENC_REQUEST = 80877104;

    /** The first byte of a client that begins with TLS at once. As the length of a message it would mean hundreds of megabytes. */
    public static final int TLS_HANDSHAKE = 0x16;

    public static final int AUTH_OK = 0;
    public static final int AUTH_CLEARTEXT = 3;
    public static final int AUTH_MD5 = 5;
    public static final int AUTH_SASL = 10;
    public static final int AUTH_SASL_CONTINUE = 11;
    public static final int AUTH_SASL_FINAL = 12;

    public static final String SCRAM_SHA_256 = "SCRAM-SHA-256";
    public static final String PROTOCOL_VIOLATION = "08P01";
    public static final String CANNOT_CONNECT_NOW = "57P03";
    public static final String QUERY_CANCELED = "57014";

    private Wire() {}

    /** Whether these are the length and the code of a message without a type. */
    public static boolean isUntyped(int size, int code) {
        boolean known = code >= PROTOCOL_3 && code < PROTOCOL_4 || code == PROTOCOL_2 || code == CANCEL_REQUEST || code == SSL_REQUEST || code == GSSENC_REQUEST;
        return known && size >= STARTUP_HEAD && size <= 0xffff;
    }

    /** Where the zero-terminated string at {@code from} ends (the index of its zero), or -1 when it does not end before {@code to}. */
    public static int stringEnd(ByteBuffer in, int from, int to) {
        for (int i = from; i < to; i++)
            if (in.get(i) == 0) return i;
        return -1;
    }

    public static String text(ByteBuffer in, int from, int to) {
        return new String(bytes(in, from, to), UTF_8);
    }

    public static byte[] bytes(ByteBuffer in, int from, int to) {
        byte[] bytes = new byte[to - from];
        in.get(from, bytes);
        return bytes;
    }
}
