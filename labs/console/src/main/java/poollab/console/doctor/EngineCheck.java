package poollab.console.doctor;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import poollab.console.doctor.Commands.Ended;

/** Whether the packaged PostgreSQL can run for this user. It refuses root, and it wants its user to have a name. */
final class EngineCheck {
    static final String ID = "engine";

    private static final String NAME = "PostgreSQL";
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private EngineCheck() {}

    /** The ways to run as somebody else, in the order in which the engine tries them. */
    private static final List<List<String>> WAYS = List.of(
            List.of("unshare", "-U", "--"),
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"),
            List.of("runuser", "-u", "nobody", "--"),
            List.of("su", "-s", "/bin/sh", "-c", "exec \"$0\" \"$@\"", "nobody", "--"));

    static Check check(Facts facts, Commands commands) {
        String packaged = "packaged for " + facts.platform();
        if (!facts.packaged()) {
            return Check.missing(ID, NAME, "not " + packaged,
                    "Build the project on this machine: ./lab test");
        }
        if (facts.windows()) return Check.ok(ID, NAME, packaged);
        boolean root = commands.run(LIMIT, "id", "-u") instanceof Ended(int exit, String uid) && exit == 0 && uid.equals("0");
        if (!root) return named(packaged, commands);
        return WAYS.stream()
                .filter(way -> works(way, commands))
                .findFirst()
                .map(way -> Check.ok(ID, NAME, packaged + "; root runs it through " + way.getFirst()))
                .orElseGet(() -> Check.missing(ID, NAME, packaged + ", but it refuses to run as root",
                        "None of unshare, setpriv, runuser and su works here. Run ./lab as an ordinary user."));
    }

    private static Check named(String packaged, Commands commands) {
        boolean nameless = commands.run(LIMIT, "id", "-un") instanceof Ended(int exit, String ignored) && exit != 0;
        if (!nameless) return Check.ok(ID, NAME, packaged);
        // initdb looks its user up in /etc/passwd; in a user namespace it is nobody, who is there.
        if (works(WAYS.getFirst(), commands)) return Check.ok(ID, NAME, packaged + "; a user without a name runs it through unshare");
        return Check.missing(ID, NAME, packaged + ", but this user has no name",
                "PostgreSQL looks its user up in /etc/passwd. Run ./lab as a user who is there.");
    }

    private static boolean works(List<String> way, Commands commands) {
        if (commands.find(way.getFirst()).isEmpty()) return false;
        String[] command = Stream.concat(way.stream(), Stream.of("/bin/sh", "-c", "test \"$(id -u)\" != 0"))
                .toArray(String[]::new);
        return commands.run(LIMIT, command) instanceof Ended(int exit, String ignored) && exit == 0;
    }
}
