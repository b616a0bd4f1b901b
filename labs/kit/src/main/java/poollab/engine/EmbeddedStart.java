package poollab.engine;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import poollab.engine.EmbeddedPostgres.Options;
import poollab.engine.Postmaster.Launch;

/** How an embedded server comes to be: from the template, or as the standby of another. A failure leaves nothing. */
final class EmbeddedStart {
    private EmbeddedStart() {}

    /** With a given way to run as root, or null to find one. */
    static EmbeddedPostgres fresh(Folders folders, Options options, RunAs asRoot) {
        long begin = System.nanoTime();
        if (options.port() != 0 && !Postgres.isFree(options.port())) {
            throw new Postmaster.PortTaken(options.port()).explained();
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
        try {
            Postmaster postmaster = options.port() == 0
                    ? Postmaster.startAnywhere(launch, session.path(), options.settings())
                    : Postmaster.start(launch, session.path(), options.port(), options.settings());
            return ready(begin, session, launch, options.settings(), postmaster, firstPassword, logins.join());
        } catch (Postmaster.PortTaken e) {
            throw e.explained();
        }
    }

    private static EmbeddedPostgres ready(
            long begin, SessionFolder session, Launch launch, Map<String, String> settings, Postmaster postmaster,
            String firstPassword, Logins logins) throws IOException {
        String url = Postgres.url(postmaster.port(), Bookstore.DATABASE);
        var first = new Login(Bookstore.OBSERVER_ROLE, firstPassword);
        try (Connection observer = Postgres.connect(url, first, Postgres.OBSERVER_APPLICATION)) {
            var readyAfter = Duration.ofNanos(System.nanoTime() - begin);
            for (String statement : logins.statements()) {
                Postgres.execute(observer, statement);
            }
            Postgres.execute(observer, "select pg_stat_statements_reset()");
            String product = observer.getMetaData().getDatabaseProductName() + " "
                    + observer.getMetaData().getDatabaseProductVersion();
            return new EmbeddedPostgres(session, launch, settings, postmaster, logins, product, readyAfter);
        } catch (SQLException e) {
            postmaster.close();
            throw new EnvironmentMissing(
                    "PostgreSQL started on " + Postgres.LOOPBACK + ":" + postmaster.port() + " but the first login failed: "
                            + e.getMessage(),
                    "./lab doctor says what this machine can run.",
                    e);
        }
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
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** @param settings all that differ from the kit's: a standby's must allow at least what its primary's do */
    static EmbeddedPostgres standby(EmbeddedPostgres primary, Launch launch, Map<String, String> settings, Logins logins) {
        long begin = System.nanoTime();
        SessionFolder session = null;
        try {
            session = SessionFolder.open(launch.folders());
            Path data = session.path().resolve("data");
            launch.folders().requireSpace(data, Disk.measure(primary.folder()).bytes(), "a standby");
            Standby.copy(primary, data);
            Standby.follow(data, primary);
            launch.runAs().own(session.path());
            Postmaster postmaster = Postmaster.startAnywhere(launch, session.path(), settings);
            var readyAfter = Duration.ofNanos(System.nanoTime() - begin);
            return new EmbeddedPostgres(session, launch, settings, postmaster, logins, primary.product(), readyAfter);
        } catch (Postmaster.PortTaken e) {
            closeQuietly(session);
            throw e.explained();
        } catch (IOException e) {
            closeQuietly(session);
            throw launch.folders().explain("Cannot start a standby", launch.folders().sessions(), e);
        } catch (RuntimeException | Error e) {
            closeQuietly(session);
            throw e;
        }
    }
}
