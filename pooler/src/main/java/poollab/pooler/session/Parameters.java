package poollab.pooler.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import poollab.pooler.wire.Out;

/**
 * The session parameters that are followed for each client, so that a client finds its own values on whatever server
 * connection it gets. A client's and a server's values are arrays in this order; null stands for unknown.
 */
final class Parameters {
    private static final List<String> ALWAYS = List.of("DateStyle", "client_encoding", "TimeZone", "standard_conforming_strings", "application_name");
    /** Reported by servers from PostgreSQL 18 on. */
    static final String SEARCH_PATH = "search_path";

    private final List<String> names = new ArrayList<>(ALWAYS);
    private final Map<String, Integer> places = new HashMap<>();
    /** Somebody wants it followed, whatever the server reports. */
    private final boolean searchPathAsked;

    /** @param extra the setting track_extra_parameters: names, separated by commas */
    Parameters(String extra) {
        if (extra != null)
            for (String name : extra.split(","))
                if (!name.isBlank()) names.add(name.strip());
        searchPathAsked = names.stream().anyMatch(SEARCH_PATH::equalsIgnoreCase);
        names.add(SEARCH_PATH);
        for (int i = names.size() - 1; i >= 0; i--) places.put(names.get(i).toLowerCase(Locale.ROOT), i);
    }

    /** Whether the parameter is followed; then it is set. */
    boolean set(String[] values, String name, String value) {
        Integer place = places.get(name.toLowerCase(Locale.ROOT));
        if (place == null) return false;
        values[place] = value;
        return true;
    }

    String get(String[] values, String name) {
        return values[places.get(name.toLowerCase(Locale.ROOT))];
    }

    String[] none() {
        return new String[names.size()];
    }

    /** What makes the server's values the client's: SET commands, or null when they are the same already. */
    Out changes(String[] server, String[] client) {
        StringBuilder sql = null;
        for (int i = 0; i < server.length; i++) {
            String is = server[i];
            String wanted = client[i];
            if (is == wanted || is == null || wanted == null || is.equalsIgnoreCase(wanted)) continue;
            if (sql == null) sql = new StringBuilder();
            sql.append("SET ").append(names.get(i)).append('=').append(literal(names.get(i), wanted)).append(';');
        }
        return sql == null ? null : new Out(sql.length() + 16).query(sql.toString());
    }

    /** A list of quoted names comes quoted from the server, and must not be quoted again. */
    private static String literal(String name, String value) {
        if (name.equalsIgnoreCase(SEARCH_PATH)) return value.equals("\"\"") || value.isBlank() ? "''" : value;
        String quoted = "'" + value.replace("'", "''") + "'";
        return quoted.contains("\\") ? " E" + quoted.replace("\\", "\\\\") : quoted;
    }

    /** The server's spelling becomes the client's: else a value that is only written differently would be set again and again. */
    void takeCanonical(String[] client, String[] server, Consumer<String> log) {
        for (int i = 0; i < client.length; i++) {
            if (client[i] == null || server[i] == null) continue;
            if (!client[i].equals(server[i])) log.accept("varcache_set_canonical: setting " + names.get(i) + " to its canonical version " + client[i] + " -> " + server[i]);
            client[i] = server[i];
        }
    }

    void fillUnset(String[] client, String[] defaults) {
        for (int i = 0; i < client.length; i++) if (client[i] == null) client[i] = defaults[i];
    }

    /** A parameter that the client has set and this server says nothing about, so that it could not be followed; null when there is none. */
    String setButNotReported(String[] client, String[] reported) {
        int place = places.get(SEARCH_PATH);
        return !searchPathAsked && client[place] != null && reported[place] == null ? SEARCH_PATH : null;
    }

    void forEach(String[] values, BiConsumer<String, String> action) {
        for (int i = 0; i < values.length; i++) if (values[i] != null) action.accept(names.get(i), values[i]);
    }

    void report(String[] values, Out out) {
        for (int i = 0; i < values.length; i++) if (values[i] != null) out.parameterStatus(names.get(i), values[i]);
    }
}
