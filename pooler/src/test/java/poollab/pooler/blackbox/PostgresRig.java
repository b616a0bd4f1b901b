package poollab.pooler.blackbox;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The one real PostgreSQL of this test JVM; it ends with the JVM. */
final class PostgresRig {
    /** Logs in with a password by SCRAM, as all roles below but the trusted ones. */
    static final String APP = "app";
    static final String APP_PASSWORD = "app-secret";
    static final String OTHER = "other";
    static final String OTHER_PASSWORD = "other-secret";
    /** Needs no password. */
    static final String TRUSTED = "trusted";
    static final String DATABASE = "appdb";
    static final String SECOND_DATABASE = "seconddb";

    private static PostgresRig started;
    private final int port;

    private PostgresRig() {
        try {
            // The library deletes it with the server's end.
            Path data = Files.createTempDirectory("pooler-pg");
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setServerConfig("max_connections", "100")
                    .setServerConfig("password_encryption", "scram-sha-256")
                    .setServerConfig("max_prepared_transactions", "10")
                    // A backend whose pooler is gone must not finish its query first: the next test would count it.
                    .setServerConfig("client_connection_check_interval", "50ms")
                    .setPGStartupWait(Duration.ofMinutes(1))
                    .start();
            port = server.getPort();
            prepare();
            Files.writeString(data.resolve("pg_hba.conf"), """
                    host all postgres 127.0.0.1/32 trust
                    host all trusted 127.0.0.1/32 trust
                    host all cleartext 127.0.0.1/32 password
                    host all all 127.0.0.1/32 scram-sha-256
                    """);
            try (RawClient root = root("postgres")) {
                root.value("select pg_reload_conf()");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static synchronized PostgresRig get() {
        if (started == null) {
            started = new PostgresRig();
        }
        return started;
    }

    int port() {
        return port;
    }

    /** A superuser's session that bypasses every pooler. */
    RawClient root(String database) {
        return RawClient.login(port, database, "postgres", "");
    }

    RawClient root() {
        return root(DATABASE);
    }

    /** Runs statements as superuser. */
    void run(String... statements) {
        try (RawClient root = root()) {
            run(root, statements);
        }
    }

    /** How many backends serve this role in this database. */
    int backends(String database, String role) {
        try (RawClient root = root()) {
            return Integer.parseInt(root.value("select count(*) from pg_stat_activity where datname = '" + database
                    + "' and usename = '" + role + "'"));
        }
    }

    /** What PostgreSQL itself keeps of a role's password. */
    String storedSecret(String role) {
        try (RawClient root = root()) {
            return root.value("select rolpassword from pg_authid where rolname = '" + role + "'");
        }
    }

    /** Whether some backend is at this statement right now. */
    boolean isRunning(String statement) {
        try (RawClient root = root()) {
            return !root.value("select count(*) from pg_stat_activity where state = 'active' and query = '" + statement.replace("'", "''") + "'").equals("0");
        }
    }

    /** Ends a backend and waits until it is gone. */
    void kill(int pid) {
        try (RawClient root = root()) {
            root.value("select pg_terminate_backend(" + pid + ", 10000)");
        }
    }

    /** Ends what is left of a pooler's sessions: a backend in the middle of a long query does not notice that its client is gone. */
    void endSessions() {
        try (RawClient root = root("postgres")) {
            root.value("select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()");
        }
    }

    private void prepare() {
        try (RawClient root = root("postgres")) {
            run(root,
                    "create role " + APP + " login password '" + APP_PASSWORD + "'",
                    "create role " + OTHER + " login password '" + OTHER_PASSWORD + "'",
                    "create role " + TRUSTED + " login",
                    "create database " + DATABASE,
                    "create database " + SECOND_DATABASE);
        }
        try (RawClient root = root()) {
            run(root,
                    "create table item (id int primary key, name text not null)",
                    "insert into item select n, 'item ' || n from generate_series(1, 10) n",
                    "create table copied (id int, name text)",
                    "grant all on item, copied to " + String.join(", ", List.of(APP, OTHER, TRUSTED)));
        }
    }

    private static void run(RawClient root, String... statements) {
        for (String statement : statements) {
            Reply reply = root.query(statement);
            if (!reply.error().isEmpty()) {
                throw new AssertionError(statement + ": " + reply.error());
            }
        }
    }
}
