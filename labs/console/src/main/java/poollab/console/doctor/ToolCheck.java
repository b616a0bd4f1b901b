package poollab.console.doctor;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import poollab.console.doctor.Commands.Ended;
import poollab.console.doctor.Commands.Hung;
import poollab.console.doctor.Commands.NotStarted;

/**
 * A program that is good to have beside the labs, and that they run without.
 *
 * @param use what it is for, as the end of "Optional, to"
 */
record ToolCheck(String program, String use, String apt, String dnf, String brew) {
    static final List<ToolCheck> ALL = List.of(
            new ToolCheck("psql", "type SQL by hand", "postgresql-client", "postgresql", "libpq"),
            new ToolCheck("pgbench", "put load on by hand", "postgresql-contrib", "postgresql-contrib", "libpq"),
            new ToolCheck("pgbouncer", "compare with the real one", "pgbouncer", "pgbouncer", "pgbouncer"),
            new ToolCheck("pgpool", "compare with pgpool-II", "pgpool2", "", "pgpool-ii"),
            new ToolCheck("promtool", "check metrics by hand", "prometheus", "", "prometheus"));

    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    Check check(Facts facts, Commands commands) {
        if (commands.find(program).isEmpty()) {
            return Check.missing(program, program, "not on PATH",
                    "Optional, to " + use + ": " + Install.on(facts, commands).say(apt, dnf, brew, ""));
        }
        return switch (commands.run(LIMIT, program, "--version")) {
            case Ended ended when ended.exit() == 0 -> Check.ok(program, program, version(ended.output()));
            case Ended ended -> broken("--version ended with " + ended.exit() + ": " + ended.firstLine());
            case Hung hung -> broken("no answer within " + hung.limit().toSeconds() + " s");
            case NotStarted not -> broken("cannot be started: " + not.reason());
        };
    }

    private Check broken(String found) {
        return Check.warning(program, program, found, "Optional, to " + use + "; try " + program + " --version");
    }

    private static String version(String output) {
        Matcher version = VERSION.matcher(output);
        return version.find() ? version.group() : output.lines().findFirst().orElse("version unknown");
    }
}
