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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import poollab.engine.Postmaster.Launch;

/** Real PostgreSQL from packaged binaries, on 127.0.0.1, for this session only. */
public final class EmbeddedPostgres implements Server {
    private final SessionFolder session;
    private final Launch launch;
    private final Map<String, String> settings;
    private final int port;
    private final Logins logins;
    private final String product;
    private final Duration readyAfter;
    private final AtomicBoolean closed = new AtomicBoolean();
    private Postmaster postmaster;
    private Map<String, String> inForce;

    EmbeddedPostgres(
            SessionFolder session, Launch launch, Map<String, String> settings, Postmaster postmaster, Logins logins,
            String product, Duration readyAfter) {
        this.session = session;
        this.launch = launch;
        this.settings = settings;
        this.inForce = settings;
        this.postmaster = postmaster;
        this.port = postmaster.port();
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
        return EmbeddedStart.fresh(folders, options, null);
    }

    /** With a given way to run as root, or null to find one. */
    static EmbeddedPostgres start(Folders folders, Options options, RunAs asRoot) {
        return EmbeddedStart.fresh(folders, options, asRoot);
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

    @Override
    public synchronized Optional<Server> standby(Map<String, String> different) {
        Map<String, String> all = new LinkedHashMap<>(inForce);
        all.putAll(different);
        return Optional.of(EmbeddedStart.standby(this, launch, all, logins));
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
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.putAll(different);
        change("Cannot restart PostgreSQL", () -> {
            stopIfAlive();
            begin(all);
        });
    }

    @Override
    public synchronized void stop() {
        change("Cannot stop PostgreSQL", this::stopIfAlive);
    }

    @Override
    public synchronized void follow(Server primary) {
        change("Cannot make PostgreSQL a standby", () -> {
            stopIfAlive();
            Standby.follow(session.path().resolve("data"), primary);
            launch.runAs().own(session.path());
            begin(inForce);
        });
    }

    private interface Change {
        void make() throws IOException, Postmaster.PortTaken;
    }

    private void change(String failure, Change change) {
        if (closed.get()) {
            throw new IllegalStateException("the server was closed");
        }
        // What was begun must end: a server left between two states would be nobody's.
        boolean interrupted = Thread.interrupted();
        try {
            change.make();
        } catch (Postmaster.PortTaken e) {
            throw e.explained();
        } catch (IOException e) {
            throw launch.folders().explain(failure, session.path(), e);
        } finally {
            restore(interrupted);
        }
    }

    private void stopIfAlive() throws IOException {
        if (postmaster.alive()) {
            postmaster.stopCleanly();
        }
    }

    private void begin(Map<String, String> all) throws IOException, Postmaster.PortTaken {
        postmaster = Postmaster.start(launch, session.path(), port, all);
        inForce = all;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
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
