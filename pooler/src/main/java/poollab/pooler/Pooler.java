package poollab.pooler;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import poollab.pooler.admin.AdminConsole;
import poollab.pooler.admin.Table;
import poollab.pooler.auth.AuthFile;
import poollab.pooler.auth.Secret;
import poollab.pooler.auth.hba.Hba;
import poollab.pooler.auth.hba.IdentMaps;
import poollab.pooler.config.AuthType;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.config.Unsupported;
import poollab.pooler.ldap.LdapOptions;
import poollab.pooler.ldap.LdapProblem;
import poollab.pooler.log.Log;
import poollab.pooler.metrics.Metrics;
import poollab.pooler.net.Loop;
import poollab.pooler.session.Core;
import poollab.pooler.session.Events;
import poollab.pooler.session.Janitor;
import poollab.pooler.tls.TlsProblem;

/**
 * A running pooler. All its work is done by one thread; the methods here may be called from any.
 *
 * <pre>{@code
 * try (Pooler pooler = Pooler.start(Config.load(Path.of("pgbouncer.ini")))) {
 *     pooler.show("pools").rows().forEach(System.out::println);
 * }
 * }</pre>
 */
public final class Pooler implements AutoCloseable {
    private final Log log;
    private final Loop loop;
    private final Core core;
    private final AdminConsole console;
    private final Listening listening;
    private final MetricsPort metrics;
    private final Thread thread;
    private volatile Throwable failure;
    /** Which state of the auth file has been read. */
    private String authFileStamp = "";

    /** Starts with nobody listening to its events, and its log in the configured file only. */
    public static Pooler start(Config config) throws PoolerException {
        return start(config, Events.NONE, new Log(null));
    }

    /** @throws PoolerException when it cannot listen, or cannot read the auth file, with what to do about it */
    public static Pooler start(Config config, Events events, Log log) throws PoolerException {
        Pooler pooler = new Pooler(config, events, log);
        try {
            pooler.prepare(config);
        } catch (PoolerException e) {
            pooler.listening.close();
            pooler.metrics.close();
            log.close();
            throw e;
        }
        pooler.thread.start();
        pooler.metrics.serve();
        return pooler;
    }

    private Pooler(Config config, Events events, Log log) throws PoolerException {
        this.log = log;
        try {
            loop = new Loop(Clock.microseconds(), defect -> log.error(Log.text(defect)));
        } catch (IOException e) {
            throw new PoolerException("cannot open a selector: " + e.getMessage());
        }
        core = new Core(loop, log, events, config);
        listening = new Listening(loop, log, core::accept);
        console = new AdminConsole(core, this::reload, listening::stop);
        core.console(console);
        Metrics source = new Metrics(core, console::table);
        metrics = new MetricsPort(log, () -> inLoop(source::now).text());
        thread = new Thread(this::run, "pooler");
    }

    private void prepare(Config config) throws PoolerException {
        openLog(config.settings());
        config.warnings().forEach(log::warning);
        refuseWhatIsMissing(config.settings());
        loadAuthFile(config.settings());
        loadHba(config.settings());
        encrypt(config.settings());
        core.inventory.adopt(config);
        listening.start(config.settings());
        metrics.open(config.settings());
        loop.every(Janitor.PERIOD, this::tick);
        loop.every(() -> Math.max(1_000_000, core.settings().micros(Key.STATS_PERIOD)), console::endPeriod);
        loop.afterTurn(core.janitor::afterTurn);
        log.info("process up: " + Version.TEXT);
    }

    private void run() {
        try {
            loop.run();
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            log.write(Log.Level.FATAL, "the pooler stopped: " + e);
            for (StackTraceElement frame : e.getStackTrace()) log.write(Log.Level.FATAL, "  at " + frame);
        } finally {
            listening.close();
            metrics.close();
            core.closeAll();
            log.close();
        }
    }

    private void tick() {
        core.janitor.work();
        if (!stamp(core.settings()).equals(authFileStamp)) loadAuthFile(core.settings());
        listening.tick();
        metrics.tick();
    }

    // ---- what it offers to whoever embeds it

    /** The TCP port it listens on; with {@code listen_port = 0} the one that was free. */
    public int port() {
        return listening.port();
    }

    /**
     * What {@code SHOW what} shows, as it is at this moment.
     *
     * @param what as in the console, in any case: pools, clients, stats_totals …
     * @throws IllegalArgumentException when there is no such table
     */
    public Table show(String what) {
        return inLoop(() -> console.table(what));
    }

    /** Reads the configuration again; what is wrong with it is in the log, and nothing changes then. @return whether it could be read */
    public boolean reload() {
        return inLoop(this::reloadNow);
    }

    /** As the console's commands of the same names do. */
    public void pause() {
        inLoop(() -> {
            core.standstill.pause(null);
            return null;
        });
    }

    public void resume() {
        inLoop(() -> {
            core.standstill.resume(null);
            return null;
        });
    }

    public Core.Shutdown shutdown() {
        return inLoop(core::shutdown);
    }

    /** @param name of an operator's signal, without SIG */
    void signal(String name) {
        inLoop(() -> {
            new SignalActions(core, log, console, this::reloadNow).take(name);
            return null;
        });
    }

    /** Takes no new clients, and ends once those that are there have gone, or their servers are free. */
    public void shutdown(Core.Shutdown mode) {
        inLoop(() -> {
            console.shutdown(mode);
            return null;
        });
    }

    public boolean isRunning() {
        return thread.isAlive();
    }

    /** Waits until it has ended. @return whether it ended as it should */
    public boolean join() throws InterruptedException {
        thread.join();
        return failure == null;
    }

    @Override
    public void close() {
        loop.stop();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private <T> T inLoop(Callable<T> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                result.complete(action.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        };
        if (loop.inLoop()) task.run();
        else if (thread.isAlive()) loop.execute(task);
        else throw new IllegalStateException("the pooler has ended");
        try {
            while (!result.isDone() && thread.isAlive()) {
                try {
                    return result.get(100, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    continue;
                }
            }
            if (!result.isDone()) throw new IllegalStateException("the pooler has ended");
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    // ---- configuration

    private boolean reloadNow() {
        try {
            Config config = core.config().reload();
            config.warnings().forEach(log::warning);
            refuseWhatIsMissing(config.settings());
            loadAuthFile(config.settings());
            loadHba(config.settings());
            openLog(config.settings());
            core.inventory.adopt(config);
            return core.encryptAgain();
        } catch (ConfigException e) {
            e.problems().forEach(log::error);
        } catch (PoolerException e) {
            log.error(e.getMessage());
        }
        return false;
    }

    private void openLog(Settings settings) throws PoolerException {
        String file = settings.text(Key.LOGFILE);
        try {
            log.verbose(settings.number(Key.VERBOSE));
            log.file(file == null || file.isEmpty() ? null : Path.of(file));
        } catch (IOException e) {
            throw new PoolerException("cannot write the logfile " + file + ": " + e.getMessage());
        }
    }

    /** A changed file is read without being asked, as PgBouncer does: new passwords count from the next login on. */
    private void loadAuthFile(Settings settings) {
        authFileStamp = stamp(settings);
        String file = settings.text(Key.AUTH_FILE);
        Map<String, Secret> users = Map.of();
        if (file != null && !file.isEmpty()) {
            try {
                AuthFile loaded = AuthFile.load(Path.of(file));
                loaded.warnings().forEach(log::warning);
                users = loaded.users();
            } catch (IOException e) {
                log.error("could not open auth_file " + file + ": " + e.getMessage());
                return;
            }
        }
        core.secrets(users);
    }

    private static String stamp(Settings settings) {
        File file = new File(String.valueOf(settings.text(Key.AUTH_FILE)));
        return file + " " + file.lastModified() + " " + file.length();
    }

    /** Who may come in by address. Without rules nobody may, so a file that cannot be read keeps everybody out. */
    private void loadHba(Settings settings) {
        if (settings.authType() != AuthType.HBA) {
            core.hba(Hba.NONE);
            return;
        }
        IdentMaps maps = IdentMaps.NONE;
        String identFile = settings.text(Key.AUTH_IDENT_FILE);
        try {
            if (identFile != null) maps = IdentMaps.load(Path.of(identFile));
        } catch (IOException e) {
            log.error("could not open ident config file " + identFile + ": " + e);
        }
        maps.warnings().forEach(log::warning);
        String file = settings.text(Key.AUTH_HBA_FILE);
        Hba hba = Hba.NONE;
        try {
            hba = Hba.load(Path.of(file == null ? "" : file), maps);
        } catch (IOException e) {
            log.error("could not open hba config file " + (file == null ? "(auth_hba_file is not set)" : file) + ": " + e);
        }
        hba.warnings().forEach(log::warning);
        core.hba(hba);
    }

    private void encrypt(Settings settings) throws PoolerException {
        try {
            core.encrypt(settings);
        } catch (TlsProblem e) {
            throw new PoolerException(e.getMessage());
        }
    }

    private static void refuseWhatIsMissing(Settings settings) throws PoolerException {
        Optional<String> why = Unsupported.in(settings);
        if (why.isPresent()) throw new PoolerException(why.get());
        if (settings.authType() != AuthType.LDAP) return;
        String options = settings.text(Key.AUTH_LDAP_OPTIONS);
        try {
            LdapOptions.parse(options == null ? "" : options);
        } catch (LdapProblem e) {
            throw new PoolerException("auth_type = ldap needs auth_ldap_options, such as ldapurl=\"ldap://127.0.0.1/dc=example,dc=net?uid?sub\": " + e.getMessage());
        }
    }
}
