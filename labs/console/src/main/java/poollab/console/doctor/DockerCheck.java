package poollab.console.doctor;

import java.time.Duration;
import java.util.Locale;
import poollab.console.doctor.Commands.Answer;
import poollab.console.doctor.Commands.Ended;
import poollab.console.doctor.Commands.Hung;
import poollab.console.doctor.Commands.NotStarted;

/** Docker has two halves, and the client alone runs nothing. */
final class DockerCheck {
    static final String ID = "docker";

    private static final String NAME = "Docker";
    private static final String USE = "Optional, no lab needs it: ";

    private DockerCheck() {}

    /** @param limit for the engine to answer in */
    static Check check(Facts facts, Commands commands, Duration limit) {
        if (commands.find("docker").isEmpty()) {
            return Check.missing(ID, NAME, "not on PATH", USE + Install.on(facts, commands)
                    .say("docker.io", "moby-engine", "--cask docker-desktop", "Docker.DockerDesktop"));
        }
        Answer answer = commands.run(limit, "docker", "info", "--format", "{{.ServerVersion}}");
        return switch (answer) {
            case Ended(int exit, String version) when exit == 0 && version.matches("\\S+") ->
                    Check.ok(ID, NAME, "engine " + version + " answers");
            case Ended ended -> silent("client found, its engine does not answer", why(ended, facts));
            case Hung hung -> silent("client found, no answer within " + hung.limit().toSeconds() + " s",
                    "it may be starting or stuck; see docker info");
            case NotStarted not -> silent("client found, but it cannot be started", not.reason());
        };
    }

    private static Check silent(String found, String advice) {
        return Check.warning(ID, NAME, found, USE + advice);
    }

    private static String why(Ended ended, Facts facts) {
        if (ended.output().toLowerCase(Locale.ROOT).contains("permission denied"))
            return "sudo usermod -aG docker \"$USER\", and log in again";
        return facts.mac() || facts.windows() ? "start Docker Desktop" : "sudo systemctl start docker";
    }
}
