package poollab.pooler.session;

import java.nio.ByteBuffer;
import poollab.pooler.wire.Wire;

/**
 * What an ErrorResponse says; a field that is missing is null.
 *
 * @param last whether the server ends the connection with it
 */
record ErrorFields(String severity, String code, String message, boolean last) {
    /** @param at where the message begins, its type included */
    static ErrorFields of(ByteBuffer in, int at, int size) {
        String severity = null;
        String untranslated = null;
        String code = null;
        String message = null;
        int to = at + size;
        for (int field = at + Wire.HEAD; field < to && in.get(field) != 0; ) {
            int end = Wire.stringEnd(in, field + 1, to);
            if (end < 0) break;
            String value = Wire.text(in, field + 1, end);
            switch (in.get(field)) {
                case 'S' -> severity = value;
                case 'V' -> untranslated = value;
                case 'C' -> code = value;
                case 'M' -> message = value;
                default -> {}
            }
            field = end + 1;
        }
        return new ErrorFields(severity, code, message, isLast(untranslated == null ? severity : untranslated));
    }

    private static boolean isLast(String severity) {
        return "FATAL".equals(severity) || "PANIC".equals(severity);
    }

    String line() {
        return severity + ": " + message;
    }
}
