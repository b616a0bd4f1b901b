package poollab.pooler.auth;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names and passwords as strings that lose no byte. PostgreSQL and PgBouncer compare bytes and know no encoding here;
 * whoever wrote a password in Latin-1 logs in with the same bytes. What is not UTF-8 becomes lone surrogates, U+DC80 to
 * U+DCFF, one for each byte, and comes back as it was.
 */
public final class RawText {
    private static final char ESCAPE = '\uDC00';

    private RawText() {}

    /** Never fails. */
    public static String decode(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        for (CoderResult result = decoder.decode(in, out, true); result.isError(); result = decoder.decode(in, out, true)) {
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPE | in.get() & 0xFF));
            }
        }
        return out.flip().toString();
    }

    /** Never fails: a lone surrogate that {@link #decode} cannot have made becomes {@code ?}. */
    public static byte[] encode(String text) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        CharBuffer in = CharBuffer.wrap(text);
        byte[] bytes = new byte[3 * text.length()];
        ByteBuffer out = ByteBuffer.wrap(bytes);
        for (CoderResult result = encoder.encode(in, out, true); result.isError(); result = encoder.encode(in, out, true)) {
            char lone = in.get();
            out.put((byte) (lone >= 0xDC80 && lone <= 0xDCFF ? lone : '?'));
        }
        return Arrays.copyOf(bytes, out.position());
    }
}
