package poollab.console.snippet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;
import poollab.engine.Server;
import poollab.engine.Session;

/** A real server for a test class. */
final class Servers {
    private Servers() {}

    static Server start() {
        Path target = Path.of("target").toAbsolutePath();
        Folders folders = Folders.at(target.resolve("lab-home"), target.resolve("../../kit/target/lab-cache").normalize());
        return EmbeddedPostgres.start(folders, EmbeddedPostgres.Options.standard());
    }

    /** The sessions of the learner's application, as the server sees them. */
    static List<Session> ofLearner(Server server) {
        try (Connection observer = server.observe()) {
            return server.sessions(observer).stream()
                    .filter(session -> session.application().equals(SnippetShell.APPLICATION))
                    .toList();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
