package poollab.engine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import poollab.engine.Postmaster.Launch;

/** The initialised and seeded cluster that every session gets a copy of. */
final class Template {
    /** To be raised when this class makes something else of the same resources. */
    private static final int FORMAT = 2;

    /** The observer's first password, in the data folder. Each session reads it, removes it and sets another. */
    private static final String FIRST_PASSWORD = "observer.password";

    private static final String BOOTSTRAP_ROLE = "postgres";
    private static final long BUILD_BYTES = 150_000_000;
    private static final long INITDB_SECONDS = 120;

    /** Room for what a session writes: log, write-ahead log, new rows. */
    private static final long SESSION_BYTES = 64_000_000;

    private final Launch launch;
    private final Cache cache;
    private final Consumer<String> progress;

    Template(Launch launch, Cache cache, Consumer<String> progress) {
        this.launch = launch;
        this.cache = cache;
        this.progress = progress;
    }

    /**
     * Copies the template, made first if need be.
     *
     * @param data the session's data folder, to be created
     * @return the observer's first password
     */
    String copyTo(Path data) {
        try {
            String name = launch.binaries().name() + "-bookstore-" + Bookstore.SCHEMA_VERSION + "-" + FORMAT;
            Cache.Entry entry = cache.find(name).isPresent() ? cache.find(name).get() : cache.get(name, this::make);
            if (!copied(entry, data)) {
                Disk.delete(data);
                // It was damaged, or replaced meanwhile. A second failure is the disk's.
                entry = cache.get(name, this::make);
                launch.folders().requireSpace(data, entry.footprint().bytes() + SESSION_BYTES, "a session");
                Disk.copy(entry.content(), data);
            }
            Path password = data.resolve(FIRST_PASSWORD);
            String first = Files.readString(password);
            Files.delete(password);
            return first;
        } catch (IOException e) {
            throw launch.folders().explain("Cannot make a session's copy of the Bookstore database", data, e);
        }
    }

    private boolean copied(Cache.Entry entry, Path data) throws IOException {
        launch.folders().requireSpace(data, entry.footprint().bytes() + SESSION_BYTES, "a session");
        try {
            return Disk.copy(entry.content(), data).equals(entry.footprint());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void make(Path workspace, Path content) throws IOException {
        launch.folders().requireSpace(workspace, BUILD_BYTES, "creating the Bookstore database");
        progress.accept("creating the Bookstore database (first time only)");
        Path data = workspace.resolve("data");
        var bootstrap = new Login(BOOTSTRAP_ROLE, Passwords.random());
        initialise(workspace, data, bootstrap);
        Files.writeString(data.resolve("pg_hba.conf"), Resources.text("pg_hba.conf"));
        var observer = new Login(Bookstore.OBSERVER_ROLE, Passwords.random());
        String lastSegment = seed(workspace, bootstrap, observer);
        trimLog(data.resolve("pg_wal"), lastSegment);
        Disk.writeSecret(data.resolve(FIRST_PASSWORD), observer.password());
        Files.move(data, content);
    }

    private void initialise(Path workspace, Path data, Login bootstrap) throws IOException {
        Path password = workspace.resolve("password");
        Disk.writeSecret(password, bootstrap.password());
        launch.runAs().own(workspace.getParent());
        List<String> command = List.of(
                launch.binaries().program("initdb"),
                "--pgdata=" + data, "--username=" + bootstrap.role(), "--pwfile=" + password,
                "--auth=scram-sha-256", "--encoding=UTF8",
                // The same order of texts on every machine, whatever its language.
                "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
        int code = run(launch.start(workspace, command));
        if (code != 0 && ServerLog.of(workspace).userHasNoName() && RunAs.NAMESPACE.works()) {
            // In a user namespace it has: nobody's.
            code = run(Watched.start(launch.parent(), workspace, RunAs.NAMESPACE.command(command)));
        }
        if (code != 0) {
            throw ServerLog.of(workspace)
                    .failure("initdb failed (exit code " + code + ")", launch.folders(), workspace);
        }
        Files.delete(password);
    }

    private static int run(Watched initdb) throws IOException {
        if (!initdb.await(INITDB_SECONDS)) {
            initdb.end(1);
            throw new IOException("initdb took more than " + INITDB_SECONDS + " s");
        }
        return initdb.exitCode();
    }

    /** Returns the name of the write-ahead log's last file. */
    private String seed(Path workspace, Login bootstrap, Login observer) throws IOException {
        // With as little log as possible: tables made and filled in one transaction need none.
        var settings = Map.of("wal_level", "minimal", "max_wal_senders", "0", "min_wal_size", "32MB");
        int port = Ports.free();
        Postmaster server;
        try {
            server = Postmaster.start(launch, workspace, port, settings);
        } catch (Postmaster.PortTaken e) {
            throw new IOException(e);
        }
        try {
            createDatabase(port, bootstrap, observer);
            String segment = fill(port, bootstrap);
            server.stopCleanly();
            return segment;
        } catch (SQLException e) {
            server.close();
            if (Disk.isFull(String.valueOf(e.getMessage()))) {
                throw new IOException("No space left on device", e);
            }
            throw new IOException("the Bookstore database could not be created: " + e.getMessage(), e);
        }
    }

    private static void createDatabase(int port, Login bootstrap, Login observer) throws SQLException {
        try (Connection admin = Postgres.connect(Postgres.url(port, "postgres"), bootstrap, "poollab seed")) {
            Postgres.execute(admin,
                    // Without a password: each session sets its own.
                    "create role " + Bookstore.APPLICATION_ROLE + " login",
                    "create role " + observer.role() + " superuser login",
                    Postgres.passwordStatement(observer),
                    "create database " + Bookstore.DATABASE + " owner " + Bookstore.APPLICATION_ROLE
                            + " template template0 strategy file_copy",
                    // A reserve nobody falls back on here: 300 files that no session has to copy.
                    "alter database template0 is_template false",
                    "drop database template0");
        }
    }

    private static String fill(int port, Login bootstrap) throws SQLException {
        try (Connection admin = Postgres.connect(Postgres.url(port, Bookstore.DATABASE), bootstrap, "poollab seed")) {
            admin.setAutoCommit(false);
            Postgres.execute(admin, "set role " + Bookstore.APPLICATION_ROLE, Bookstore.schema(), "reset role",
                    "create extension pg_stat_statements");
            admin.commit();
            admin.setAutoCommit(true);
            Postgres.execute(admin, "vacuum (freeze, analyze)",
                    // Nobody logs in as initdb's superuser again.
                    "alter role " + bootstrap.role() + " nologin password null",
                    "select pg_switch_wal()", "checkpoint");
            return Postgres.query(admin, "select pg_walfile_name(pg_current_wal_lsn())");
        }
    }

    /** Log files before the last one are not needed after a clean stop, later ones are only prepared. */
    private static void trimLog(Path log, String lastSegment) throws IOException {
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(log, "0000*")) {
            for (Path segment : segments) {
                if (!segment.getFileName().toString().equals(lastSegment)) {
                    Files.delete(segment);
                }
            }
        }
    }
}
