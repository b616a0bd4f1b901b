package poollab.pooler.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.wire.Wire;

/**
 * What a client asks for in its first message. Each parameter is followed (then the pooler keeps it true on every server),
 * ignored because the settings say so, or refused: a value that would silently get lost helps nobody.
 */
final class StartupMessage {
    private static final String BAD_LAYOUT = "invalid startup packet layout: expected terminator as last byte";
    private static final String BAD_OPTIONS = "unsupported options startup parameter: only '-c config=val' and '--config=val' are allowed";

    private final Parameters parameters;
    private final Settings settings;
    private final List<String> ignored;
    private final String[] values;
    private final List<String> extensions = new ArrayList<>();
    private String user;
    private String database;
    private Replication replication = Replication.NONE;
    private String replicationOptions;

    StartupMessage(Parameters parameters, Settings settings) {
        this.parameters = parameters;
        this.settings = settings;
        ignored = settings.list(Key.IGNORE_STARTUP_PARAMETERS);
        values = parameters.none();
    }

    String user() {
        return user;
    }

    String database() {
        return database;
    }

    Replication replication() {
        return replication;
    }

    /** For replication: what goes to the server as it is, since the connection is the client's alone; else null. */
    String replicationOptions() {
        return replicationOptions;
    }

    /** The values of the parameters that are followed. */
    String[] values() {
        return values;
    }

    /** Protocol extensions that the client would like; none is known here. */
    List<String> extensions() {
        return extensions;
    }

    /** @return why it is refused; null when it is not */
    String read(ByteBuffer in, int from, int to) {
        replication = replicationIn(in, from, to);
        int at = from;
        while (true) {
            int nameEnd = Wire.stringEnd(in, at, to);
            if (nameEnd < 0) return BAD_LAYOUT;
            if (nameEnd == at) return nameEnd + 1 == to ? null : BAD_LAYOUT;
            int valueEnd = Wire.stringEnd(in, nameEnd + 1, to);
            if (valueEnd < 0) return BAD_LAYOUT;
            String refusal = parameter(Wire.text(in, at, nameEnd), Wire.text(in, nameEnd + 1, valueEnd));
            if (refusal != null) return refusal;
            at = valueEnd + 1;
        }
    }

    /** Looked for first, because it decides what the other parameters may be. */
    private static Replication replicationIn(ByteBuffer in, int from, int to) {
        Replication found = Replication.NONE;
        for (int at = from; at < to; ) {
            int nameEnd = Wire.stringEnd(in, at, to);
            int valueEnd = nameEnd <= at ? -1 : Wire.stringEnd(in, nameEnd + 1, to);
            if (valueEnd < 0) break;
            if (Wire.text(in, at, nameEnd).equals("replication")) found = Replication.of(Wire.text(in, nameEnd + 1, valueEnd));
            at = valueEnd + 1;
        }
        return found;
    }

    private String parameter(String name, String value) {
        if (name.equals("user")) user = value;
        else if (name.equals("database")) database = value;
        else if (name.equals("replication")) return null;
        else if (name.equals("options") && replication != Replication.NONE) replicationOptions = value;
        else if (name.equals("options")) return options(value);
        else if (name.startsWith("_pq_.")) extensions.add(name);
        else if (!parameters.set(values, name, value) && !ignored.contains(name)) return "unsupported startup parameter: " + name;
        return null;
    }

    /** Only settings can be followed, so of a server's command line only those are taken. */
    private String options(String options) {
        int at = 0;
        while (at < options.length()) {
            while (at < options.length() && isSpace(options.charAt(at))) at++;
            if (options.startsWith("-c", at)) {
                at += 2;
                while (at < options.length() && isSpace(options.charAt(at))) at++;
            } else if (options.startsWith("--", at)) at += 2;
            else return BAD_OPTIONS;

            StringBuilder setting = new StringBuilder();
            for (; at < options.length() && !isSpace(options.charAt(at)); at++) {
                if (options.charAt(at) == '\\' && ++at == options.length()) break;
                setting.append(options.charAt(at));
            }
            int equals = setting.indexOf("=");
            if (equals < 0) return BAD_OPTIONS;
            String name = setting.substring(0, equals);
            if (name.isEmpty() || !parameters.set(values, name, setting.substring(equals + 1)) && !ignored.contains(name) && !ignored.contains("options"))
                return "unsupported startup parameter in options: " + name;
        }
        return null;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    /** Puts the client's address behind its application's name, when the settings want that. */
    void addHost(Client client) {
        if (!settings.flag(Key.APPLICATION_NAME_ADD_HOST)) return;
        String name = parameters.get(values, "application_name");
        String withHost = (name == null ? "app" : name) + " - " + client.core.addresses.details(client);
        parameters.set(values, "application_name", withHost);
    }
}
