package poollab.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import poollab.engine.Postmaster.Launch;

/** Real PostgreSQL from packaged binaries, on 127.0.0.1, for this session only. */
public final class EmbeddedPostgres implements Server {
    private static final int PORT_TRIES = 5;

    private final SessionFolder session;
    private final Launch launch;
    private final Map<String, String> settings;
    private Postmaster postmaster;
    private final int port;
    private final Logins logins;
    private final String product;
    private final Duration readyAfter;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedPostgres(
            SessionFolder session, Launch launch, Map<String, String> settings, Postmaster postmaster, int port,
            Logins logins, String product, Duration readyAfter) {
        this.session = session;
        this.launch = launch;
        this.settings = settings;
        this.postmaster = postmaster;
        this.port = port;
        this.logins = logins;
        this.product = product;
        this.readyAfter = readyAfter;
    }

    /**
     * How to start.
     *
     * @param port 1 to 65535, or 0 for a free one
     * @param settings PostgreSQL's settings that differ from the kit's in this session, for example
     *     {@code max_connections} → {@code 1000}. With {@code ssl} → {@code on} it gets a certificate of its own
     * @param progress told, in a few words and once each, what takes seconds: only the first time
     * @param javaHome the JDK that watches over the server where there is no POSIX shell
     * @param javaWatcher have Java watch even where there is a shell
     */
    public record Options(
            int port, Map<String, String> settings, Consumer<String> progress, Path javaHome, boolean javaWatcher) {
        public Options {
            if (port < 0 || port > 65535) {
                throw new IllegalArgumentException("a port is 1 to 65535, or 0 for a free one, not " + port);
            }
            settings = Map.copyOf(settings);
        }

        /** A free port, the kit's settings, silence, this process's Java. */
        public static Options standard() {
            return new Options(0, Map.of(), what -> {}, Path.of(System.getProperty("java.home")), Tools.WINDOWS);
        }

        public Options withPort(int port) {
            return new Options(port, settings, progress, javaHome, javaWatcher);
        }

        public Options withSetting(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.put(name, value);
            return new Options(port, more, progress, javaHome, javaWatcher);
        }

        public Options withProgress(Consumer<String> progress) {
            return new Options(port, settings, progress, javaHome, javaWatcher);
        }

        public Options withJavaWatcher() {
            return new Options(port, settings, progress, javaHome, true);
        }
    }

    /**
     * Starts a server with a fresh copy of the Bookstore database.
     *
     * @throws EnvironmentMissing when this machine cannot: no binaries, no room, no permission, port taken
     */
    public static EmbeddedPostgres start(Folders folders, Options options) {
        return start(folders, options, null);
    }

    /** With a given way to run as root, or null to find one. */
    static EmbeddedPostgres start(Folders folders, Options options, RunAs asRoot) {
        long begin = System.nanoTime();
        if (options.port() != 0 && !Postgres.isFree(options.port())) {
            throw portTaken(options.port());
        }
        Folders prepared = folders.prepare();
        SessionFolder session = null;
        try {
            session = SessionFolder.open(prepared);
            RunAs runAs = asRoot == null ? RunAs.detect(session.path()) : asRoot;
            runAs.passThrough(prepared);
            return start(begin, prepared, options, session, runAs);
        } catch (IOException e) {
            closeQuietly(session);
            throw prepared.explain("Cannot start PostgreSQL", prepared.sessions(), e);
        } catch (RuntimeException | Error e) {
            closeQuietly(session);
            throw e;
        }
    }

    private static EmbeddedPostgres start(
            long begin, Folders folders, Options options, SessionFolder session, RunAs runAs) throws IOException {
        // Beside the copying: hashing takes its time, and the driver's classes are better loaded before the first login.
        CompletableFuture<Logins> logins = CompletableFuture.supplyAsync(() -> {
            Postgres.loadDriver();
            return Logins.random();
        });
        var cache = new Cache(folders.cache());
        Binaries binaries = Binaries.get(folders, cache, options.progress());
        runAs.open(binaries);
        Watched.Parent parent =
                options.javaWatcher() ? new Watched.Parent.Java(options.javaHome()) : new Watched.Parent.Shell();
        var launch = new Launch(folders, binaries, runAs, parent);
        String firstPassword = new Template(launch, cache, options.progress()).copyTo(session.path().resolve("data"));
        if ("on".equals(options.settings().get("ssl"))) {
            Certificate.make(session.path().resolve("data"), options.javaHome());
        }
        runAs.own(session.path());
        for (int tries = 1; ; tries++) {
            int port = options.port() == 0 ? Postgres.freePort() : options.port();
            try {
                Postmaster postmaster = Postmaster.start(launch, session.path(), port, options.settings());
                return ready(
                        begin, session, launch, options.settings(), postmaster, port, firstPassword, logins.join());
            } catch (Postmaster.PortTaken e) {
                if (options.port() != 0 || tries == PORT_TRIES) {
                    throw portTaken(port);
                }
            }
        }
    }

    private static EmbeddedPostgres ready(
            long begin, SessionFolder session, Launch launch, Map<String, String> settings, Postmaster postmaster,
            int port, String firstPassword, Logins logins) throws IOException {
        String url = Postgres.url(port, Bookstore.DATABASE);
        var first = new Login(Bookstore.OBSERVER_ROLE, firstPassword);
        try (Connection observer = Postgres.connect(url, first, Postgres.OBSERVER_APPLICATION)) {
            var readyAfter = Duration.ofNanos(System.nanoTime() - begin);
            for (String statement : logins.statements()) {
                Postgres.execute(observer, statement);
            }
            Postgres.execute(observer, "select pg_stat_statements_reset()");
            String product = observer.getMetaData().getDatabaseProductName() + " "
                    + observer.getMetaData().getDatabaseProductVersion();
            return new EmbeddedPostgres(session, launch, settings, postmaster, port, logins, product, readyAfter);
        } catch (SQLException e) {
            postmaster.close();
            throw new EnvironmentMissing(
                    "PostgreSQL started on " + Postgres.LOOPBACK + ":" + port + " but the first login failed: "
                            + e.getMessage(),
                    "./lab doctor says what this machine can run.",
                    e);
        }
    }

    private static EnvironmentMissing portTaken(int port) {
        return new EnvironmentMissing(
                "Port " + port + " on " + Postgres.LOOPBACK + " is taken by another program.",
                "Choose another port, or leave it out and the kit takes a free one.");
    }

    private static void closeQuietly(SessionFolder session) {
        boolean interrupted = Thread.interrupted();
        try {
            if (session != null) {
                session.close();
            }
        } catch (IOException e) {
            // The next start sweeps. What went wrong before matters more.
        } finally {
            restore(interrupted);
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String product() {
        return product;
    }

    @Override
    public EngineKind kind() {
        return EngineKind.EMBEDDED;
    }

    @Override
    public String host() {
        return Postgres.LOOPBACK;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String database() {
        return Bookstore.DATABASE;
    }

    @Override
    public Login application() {
        return logins.application();
    }

    @Override
    public Login observer() {
        return logins.observer();
    }

    @Override
    public String url() {
        return Postgres.url(port, Bookstore.DATABASE);
    }

    @Override
    public Connection observe() throws SQLException {
        return Postgres.connect(url(), logins.observer(), Postgres.OBSERVER_APPLICATION);
    }

    @Override
    public Duration readyAfter() {
        return readyAfter;
    }

    @Override
    public List<Session> sessions(Connection observer) throws SQLException {
        return Postgres.sessions(observer, true);
    }

    @Override
    public Optional<Server> beside(Map<String, String> settings) {
        Options options = Options.standard();
        for (var setting : settings.entrySet()) {
            options = options.withSetting(setting.getKey(), setting.getValue());
        }
        return Optional.of(start(launch.folders(), options));
    }

    /** Process id of the server's first process. */
    public synchronized long pid() {
        return postmaster.pid();
    }

    /** {@inheritDoc} Data, settings and log are in it. */
    @Override
    public Path folder() {
        return session.path();
    }

    @Override
    public Folders folders() {
        return launch.folders();
    }

    /** Whether the server process lives. */
    public synchronized boolean alive() {
        return !closed.get() && postmaster.alive();
    }

    /** {@inheritDoc} Whoever asks meanwhile whether it lives waits for the answer. */
    @Override
    public synchronized void restart(Map<String, String> different) {
        if (closed.get()) {
            throw new IllegalStateException("the server was closed");
        }
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.putAll(different);
        // What was begun must end: a server left between two states would be nobody's.
        boolean interrupted = Thread.interrupted();
        try {
            postmaster.stopCleanly();
            postmaster = Postmaster.start(launch, session.path(), port, all);
        } catch (Postmaster.PortTaken e) {
            throw portTaken(port);
        } catch (IOException e) {
            throw launch.folders().explain("Cannot restart PostgreSQL", session.path(), e);
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public synchronized void kill() {
        postmaster.kill();
    }

    @Override
    public synchronized void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // An interrupt must not leave a server running.
        boolean interrupted = Thread.interrupted();
        try (session) {
            postmaster.close();
        } catch (IOException e) {
            throw new EnvironmentMissing(
                    "The session folder " + session.path() + " could not be removed: " + Disk.reason(e) + ".",
                    "Remove it by hand, or start a lab again: it removes what dead sessions left behind.",
                    e);
        } finally {
            restore(interrupted);
        }
    }
}
