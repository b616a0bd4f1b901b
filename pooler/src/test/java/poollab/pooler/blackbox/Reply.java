package poollab.pooler.blackbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages that answer one request, up to ReadyForQuery or the end of the connection. */
record Reply(List<Message> messages) {

    /** The message types in order, as one word: {@code TDCZ}. */
    String types() {
        var types = new StringBuilder();
        messages.forEach(message -> types.append(message.type()));
        return types.toString();
    }

    List<Message> all(char type) {
        return messages.stream().filter(message -> message.type() == type).toList();
    }

    Message only(char type) {
        List<Message> found = all(type);
        if (found.size() != 1) {
            throw new AssertionError("one " + type + " was expected in " + messages);
        }
        return found.getFirst();
    }

    /** Severity, code and text of the first error: {@code FATAL 08P01 query_wait_timeout}. */
    String error() {
        return all('E').stream().findFirst().map(Reply::line).orElse("");
    }

    static String line(Message error) {
        Map<Character, String> fields = error.fields();
        return fields.get('S') + " " + fields.get('C') + " " + fields.get('M');
    }

    List<String> tags() {
        return all('C').stream().map(Message::text).toList();
    }

    List<List<Optional<String>>> rows() {
        return all('D').stream().map(Message::values).toList();
    }

    /** Rows as maps from column name to value; NULL is the empty text. */
    List<Map<String, String>> table() {
        List<Message.Column> columns = only('T').columns();
        return rows().stream().map(row -> {
            var named = new LinkedHashMap<String, String>();
            for (int i = 0; i < columns.size(); i++) {
                named.put(columns.get(i).name(), row.get(i).orElse(""));
            }
            return (Map<String, String>) named;
        }).toList();
    }

    /** The one value of the one row. */
    String value() {
        List<List<Optional<String>>> rows = rows();
        if (rows.size() != 1 || rows.getFirst().size() != 1) {
            throw new AssertionError("one value was expected in " + messages);
        }
        return rows.getFirst().getFirst().orElse(null);
    }

    /** The transaction status at the end. */
    char status() {
        return messages.getLast().status();
    }
}
