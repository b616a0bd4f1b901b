package poollab.pooler;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import poollab.pooler.log.Log;
import poollab.pooler.net.Listener;
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
    private final List<Listener> tcp = new ArrayList<>();
    private final List<Listener> unix = new ArrayList<>();
    private final List<Path> unixFiles = new ArrayList<>();
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
            pooler.closeListeners();
            log.close();
            throw e;
        }
        pooler.thread.start();
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
        console = new AdminConsole(core, this::reload, this::stopListening);
        core.console(console);
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
        listen(config.settings());
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
            closeListeners();
            core.closeAll();
            log.close();
        }
    }

    private void tick() {
        core.janitor.work();
        if (!stamp(core.settings()).equals(authFileStamp)) loadAuthFile(core.settings());
        tcp.forEach(Listener::tick);
        unix.forEach(Listener::tick);
    }

    // ---- what it offers to whoever embeds it

    /** The TCP port it listens on; with {@code listen_port = 0} the one that was free. */
    public int port() {
        try {
            return tcp.isEmpty() ? 0 : ((InetSocketAddress) tcp.getFirst().channel().getLocalAddress()).getPort();
        } catch (IOException e) {
            return 0;
        }
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
    }

    // ---- listening

    private void listen(Settings settings) throws PoolerException {
        int port = settings.number(Key.LISTEN_PORT);
        for (String address : settings.list(Key.LISTEN_ADDR)) listenTcp(settings, address, port);
        String folder = settings.text(Key.UNIX_SOCKET_DIR);
        if (folder != null && !folder.isEmpty()) listenUnix(settings, Path.of(folder, ".s.PGSQL." + port));
        if (tcp.isEmpty() && unix.isEmpty()) throw new PoolerException("nowhere to listen: set listen_addr, unix_socket_dir, or both");
    }

    private void listenTcp(Settings settings, String address, int port) throws PoolerException {
        try {
            InetSocketAddress socket = address.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(InetAddress.getByName(address), port);
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                if (settings.flag(Key.SO_REUSEPORT)) channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
                channel.bind(socket, settings.number(Key.LISTEN_BACKLOG));
                tcp.add(listener(channel));
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            log.info("listening on " + address + ":" + ((InetSocketAddress) channel.getLocalAddress()).getPort());
        } catch (IOException e) {
            throw new PoolerException("cannot listen on " + address + ":" + port + ": " + e.getMessage()
                    + ". Likely another pooler or server has the port: ss -ltnp 'sport = :" + port + "' tells which; or set another listen_port.");
        }
    }

    private void listenUnix(Settings settings, Path file) throws PoolerException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(file);
        try {
            if (Files.exists(file)) {
                if (answers(address)) throw new PoolerException("unix socket is in use, cannot continue: " + file);
                Files.delete(file);
            }
            ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            channel.bind(address, settings.number(Key.LISTEN_BACKLOG));
            unixFiles.add(file);
            permit(file, settings);
            unix.add(listener(channel));
            log.info("listening on unix:" + file);
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            throw new PoolerException("cannot listen on the Unix socket " + file + ": " + e.getMessage()
                    + ". Set another unix_socket_dir, or an empty one for none.");
        }
    }

    private static boolean answers(UnixDomainSocketAddress address) {
        try {
            SocketChannel.open(address).close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void permit(Path file, Settings settings) throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int i = 0; i < all.length; i++)
            if ((settings.number(Key.UNIX_SOCKET_MODE) & 1 << all.length - 1 - i) != 0) permissions.add(all[i]);
        Files.setPosixFilePermissions(file, permissions);
        String group = settings.text(Key.UNIX_SOCKET_GROUP);
        if (group != null && !group.isEmpty())
            Files.getFileAttributeView(file, PosixFileAttributeView.class)
                    .setGroup(file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group));
    }

    private Listener listener(ServerSocketChannel channel) throws IOException {
        return new Listener(loop, channel, core::accept, trouble -> log.error("accept() failed: " + trouble));
    }

    /** No new clients over TCP; the Unix socket stays, for the console. */
    private void stopListening() {
        tcp.forEach(this::close);
        tcp.clear();
    }

    private void closeListeners() {
        stopListening();
        unix.forEach(this::close);
        unix.clear();
        for (Path file : unixFiles) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                log.warning("cannot delete " + file + ": " + e.getMessage());
            }
        }
        unixFiles.clear();
    }

    private void close(Listener listener) {
        try {
            listener.close();
        } catch (IOException e) {
            log.warning("cannot close a listening socket: " + e.getMessage());
        }
    }
}
