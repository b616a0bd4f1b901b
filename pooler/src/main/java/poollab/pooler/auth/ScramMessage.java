package poollab.pooler.auth;

import java.nio.charset.StandardCharsets;

/**
 * Reads a SCRAM message from left to right: attributes {@code x=value} with commas between them (RFC 5802, section 5.1).
 * One character is one byte, so that what is signed is what came.
 */
final class ScramMessage {
    private final String text;
    private int at;

    ScramMessage(byte[] message) throws AuthFailure {
        text = new String(message, StandardCharsets.ISO_8859_1);
        if (text.isEmpty()) {
            throw new AuthFailure("malformed SCRAM message (empty)");
        }
        if (text.indexOf('\0') >= 0) {
            throw new AuthFailure("malformed SCRAM message (zero byte)");
        }
    }

    /** The next character, which stays; 0 at the end. */
    char peek() {
        return atEnd() ? 0 : text.charAt(at);
    }

    boolean atEnd() {
        return at == text.length();
    }

    void skip(char expected) throws AuthFailure {
        if (peek() != expected) {
            throw new AuthFailure("malformed SCRAM message (expected \"" + expected + "\", found " + describe(peek()) + ")");
        }
        at++;
    }

    /** The value of the attribute that must come next. */
    String value(char attribute) throws AuthFailure {
        if (peek() == 'm') {
            // RFC 5802, section 5.1: reserved for extensions that must be understood. None is.
            throw new AuthFailure("SCRAM message demands an extension that is not supported");
        }
        skip(attribute);
        skip('=');
        int comma = text.indexOf(',', at);
        int end = comma < 0 ? text.length() : comma;
        String value = text.substring(at, end);
        at = comma < 0 ? end : comma + 1;
        return value;
    }

    /** Reads over an attribute that means nothing here. */
    void ignoreOne() throws AuthFailure {
        char attribute = peek();
        if (!(attribute >= 'A' && attribute <= 'Z' || attribute >= 'a' && attribute <= 'z')) {
            throw new AuthFailure("malformed SCRAM message (attribute expected, found " + describe(attribute) + ")");
        }
        value(attribute);
    }

    /** All that has not been read. */
    String rest() {
        return text.substring(at);
    }

    /** What has been read, without the comma at its end. */
    String before() {
        return text.substring(0, Math.max(0, at - 1));
    }

    static byte[] decode(String value, String what) throws AuthFailure {
        try {
            return ScramMath.fromBase64(value);
        } catch (IllegalArgumentException e) {
            throw new AuthFailure("malformed SCRAM message (" + what + " is not base64)");
        }
    }

    /** The value of a key's length. */
    static byte[] decodeKey(String value, String what) throws AuthFailure {
        byte[] bytes = decode(value, what);
        if (bytes.length != ScramMath.KEY_LENGTH) {
            throw new AuthFailure("malformed SCRAM message (" + what + " has " + bytes.length + " bytes, not "
                    + ScramMath.KEY_LENGTH + ")");
        }
        return bytes;
    }

    static byte[] bytes(String message) {
        return message.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String describe(char c) {
        return c == 0 ? "the end" : c >= 0x21 && c <= 0x7E ? "\"" + c + "\"" : String.format("0x%02x", (int) c);
    }
}
