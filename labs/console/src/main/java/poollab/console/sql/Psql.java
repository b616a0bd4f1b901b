package poollab.console.sql;

import poollab.engine.Login;
import poollab.engine.Server;

/** The line that connects the learner's own psql. */
public final class Psql {
    private Psql() {}

    public static String line(Server server, Login login) {
        return "PGPASSWORD=" + login.password() + " psql -h " + server.host() + " -p " + server.port() + " -U " + login.role()
                + " " + server.database();
    }
}
