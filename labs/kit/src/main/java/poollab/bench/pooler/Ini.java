package poollab.bench.pooler;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The text of a pgbouncer.ini. A change keeps everything else as it was, a learner's comments too. */
final class Ini {
    private static final String SECTION = "[pgbouncer]";

    private Ini() {}

    static String of(PoolerPlan plan, int port, String userlist, String log, String admin) {
        StringBuilder ini = new StringBuilder("[databases]\n");
        plan.databases().forEach((name, line) -> ini.append(name).append(" = ").append(line).append('\n'));
        if (!plan.users().isEmpty()) {
            ini.append("\n[users]\n");
            plan.users().forEach((name, line) -> ini.append(name).append(" = ").append(line).append('\n'));
        }
        ini.append("""

                %s
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %s
                admin_users = %s
                ignore_startup_parameters = extra_float_digits
                logfile = %s
                """.formatted(SECTION, port, userlist, admin, log));
        plan.settings().forEach((name, value) -> ini.append(name).append(" = ").append(value).append('\n'));
        return ini.toString();
    }

    /** The same text with a setting of {@code [pgbouncer]} changed, or added at the end of its section. */
    static String with(String ini, String setting, String value) {
        List<String> lines = new ArrayList<>(ini.lines().toList());
        Pattern line = Pattern.compile("\\s*" + Pattern.quote(setting) + "\\s*=.*");
        int begin = lines.indexOf(SECTION) + 1;
        int end = begin;
        while (end < lines.size() && !lines.get(end).startsWith("[")) end++;
        int last = -1;
        for (int i = begin; i < end; i++) if (line.matcher(lines.get(i)).matches()) last = i;
        String changed = setting + " = " + value;
        if (last >= 0) lines.set(last, changed);
        else {
            while (end > begin && lines.get(end - 1).isBlank()) end--;
            lines.add(end, changed);
        }
        return String.join("\n", lines) + "\n";
    }
}
