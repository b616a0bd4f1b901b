package poollab.pooler;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
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
import java.util.Set;
import java.util.function.Consumer;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.log.Log;
import poollab.pooler.net.Listener;
import poollab.pooler.net.Loop;

/** Where clients come in: the TCP addresses and the Unix socket. */
final class Listening implements AutoCloseable {
    private final Loop loop;
    private final Log log;
    private final Consumer<SocketChannel> taker;
    private final List<Listener> tcp = new ArrayList<>();
    private final List<Listener> unix = new ArrayList<>();
    private final List<Path> unixFiles = new ArrayList<>();

    Listening(Loop loop, Log log, Consumer<SocketChannel> taker) {
        this.loop = loop;
        this.log = log;
        this.taker = taker;
    }

    /** The TCP port; 0 when there is none. */
    int port() {
        try {
            return tcp.isEmpty() ? 0 : ((InetSocketAddress) tcp.getFirst().channel().getLocalAddress()).getPort();
        } catch (IOException e) {
            return 0;
        }
    }

    void tick() {
        tcp.forEach(Listener::tick);
        unix.forEach(Listener::tick);
    }

    void start(Settings settings) throws PoolerException {
        int port = settings.number(Key.LISTEN_PORT);
        for (String address : settings.list(Key.LISTEN_ADDR)) listenTcp(settings, address, port);
        String folder = settings.text(Key.UNIX_SOCKET_DIR);
        if (folder != null && !folder.isEmpty()) listenUnix(settings, Path.of(folder, ".s.PGSQL." + port));
        if (tcp.isEmpty() && unix.isEmpty()) throw new PoolerException("nowhere to listen: set listen_addr, unix_socket_dir, or both");
    }

    private void listenTcp(Settings settings, String address, int port) throws PoolerException {
        try {
            ServerSocketChannel channel = TcpPort.open(settings, address, port, Key.LISTEN_ADDR, Key.LISTEN_PORT);
            tcp.add(listener(channel));
            log.info("listening on " + address + ":" + ((InetSocketAddress) channel.getLocalAddress()).getPort());
        } catch (IOException e) {
            throw new PoolerException("cannot listen on " + address + ":" + port + ": " + e.getMessage());
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
        return new Listener(loop, channel, taker, trouble -> log.error("accept() failed: " + trouble));
    }

    /** No new clients over TCP; the Unix socket stays, for the console. */
    void stop() {
        tcp.forEach(this::close);
        tcp.clear();
    }

    @Override
    public void close() {
        stop();
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
