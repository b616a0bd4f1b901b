package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One message of the server's side: its type and what follows the length. */
record Message(char type, byte[] body) {

    /** A result column as RowDescription tells it. */
    record Column(String name, int type) {}

    /** Fields of an ErrorResponse or a NoticeResponse by their letter, in order. */
    Map<Character, String> fields() {
        var fields = new LinkedHashMap<Character, String>();
        ByteBuffer in = buffer();
        for (byte code = in.get(); code != 0; code = in.get()) {
            fields.put((char) code, string(in));
        }
        return fields;
    }

    /** The one text a CommandComplete holds. */
    String text() {
        return string(buffer());
    }

    /** Name and value of a ParameterStatus. */
    Map.Entry<String, String> parameter() {
        ByteBuffer in = buffer();
        return Map.entry(string(in), string(in));
    }

    /** A DataRow's values as text; NULL is empty. */
    List<Optional<String>> values() {
        ByteBuffer in = buffer();
        var values = new ArrayList<Optional<String>>();
        for (int left = in.getShort(); left > 0; left--) {
            int length = in.getInt();
            values.add(length < 0 ? Optional.empty() : Optional.of(take(in, length)));
        }
        return values;
    }

    List<Column> columns() {
        ByteBuffer in = buffer();
        var columns = new ArrayList<Column>();
        for (int left = in.getShort(); left > 0; left--) {
            String name = string(in);
            in.position(in.position() + 6);
            columns.add(new Column(name, in.getInt()));
            in.position(in.position() + 8);
        }
        return columns;
    }

    /** The transaction status of a ReadyForQuery: I, T or E. */
    char status() {
        return (char) body[0];
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(body);
    }

    private static String take(ByteBuffer in, int length) {
        var bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, UTF_8);
    }

    static String string(ByteBuffer in) {
        int start = in.position();
        while (in.get() != 0) {}
        return new String(in.array(), start, in.position() - start - 1, UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Message that && type == that.type && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * type + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return switch (type) {
            case 'E', 'N' -> type + fields().toString();
            case 'C' -> "C " + text();
            case 'D' -> "D " + (body.length > 200 ? body.length + " bytes" : values().toString());
            case 'S' -> "S " + parameter();
            case 'Z' -> "Z " + status();
            default -> type + " (" + body.length + " bytes)";
        };
    }
}
