package poollab.pooler.session;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.net.Conn;

/** Where connections come from and go to. Asked of the socket each time, so an idle connection keeps nothing for it. */
public final class Addresses {
    private static final String UNIX = "unix";

    private final Core core;

    Addresses(Core core) {
        this.core = core;
    }

    /** The address at the other end; {@code unix} for a Unix socket. A server that is not connected yet has the configured one. */
    public String remote(Peer peer) {
        SocketAddress address = socketAddress(peer, true);
        boolean configured = address == null && peer instanceof Server server && server.host != null && !server.host.startsWith("/");
        return configured ? ((Server) peer).host : text(address);
    }

    public int remotePort(Peer peer) {
        return port(peer, socketAddress(peer, true));
    }

    public String local(Peer peer) {
        return text(socketAddress(peer, false));
    }

    public int localPort(Peer peer) {
        return port(peer, socketAddress(peer, false));
    }

    /** As PgBouncer appends it to application_name. */
    String details(Client client) {
        return withPort(remote(client), remotePort(client));
    }

    String from(Server server) {
        return isUnix(server) ? "" : " (from " + withPort(local(server), localPort(server)) + ")";
    }

    boolean isUnix(Peer peer) {
        return !(socketAddress(peer, true) instanceof InetSocketAddress);
    }

    /** Null for a Unix socket. */
    InetAddress inet(Peer peer) {
        return socketAddress(peer, true) instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }

    /** The operating system's user at the other end of a Unix socket; null for TCP. */
    public String unixUser(Client client) {
        if (!isUnix(client)) return null;
        try {
            UnixDomainPrincipal principal = client.channel().getOption(ExtendedSocketOptions.SO_PEERCRED);
            return principal.user().getName();
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** What every line of the log about a connection begins with. */
    String prefix(Peer peer) {
        String database = peer.databaseName();
        String user = peer.userName();
        return (peer instanceof Client ? "C-" : "S-") + pointer(peer) + ": " + (database == null ? "(nodb)" : database) + "/"
                + (user == null ? "(nouser)" : user) + "@" + withPort(remote(peer), remotePort(peer)) + " ";
    }

    private static String withPort(String address, int port) {
        return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }

    /** PgBouncer shows a memory address; here it is the connection's number in the same form. */
    public static String pointer(Peer peer) {
        return "0x" + Long.toHexString(0x5500_0000_0000L + peer.id() * 0x100);
    }

    private static SocketAddress socketAddress(Conn conn, boolean remote) {
        try {
            return remote ? conn.channel().getRemoteAddress() : conn.channel().getLocalAddress();
        } catch (IOException e) {
            return null;
        }
    }

    private static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) return UNIX;
        return inet.getAddress() instanceof Inet6Address six ? Inet6Text.of(six.getAddress()) : inet.getAddress().getHostAddress();
    }

    private int port(Peer peer, SocketAddress address) {
        if (address instanceof InetSocketAddress inet) return inet.getPort();
        return switch (peer) {
            case Client client -> core.settings().number(Key.LISTEN_PORT);
            case Server server -> server.pool.database.entry.port();
        };
    }

    /** Sets a TCP socket's options as the settings want them; 0 leaves one to the operating system. */
    void tune(SocketChannel channel) throws IOException {
        Settings settings = core.settings();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (settings.number(Key.TCP_SOCKET_BUFFER) > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.number(Key.TCP_SOCKET_BUFFER));
            channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.number(Key.TCP_SOCKET_BUFFER));
        }
        if (!settings.flag(Key.TCP_KEEPALIVE)) return;
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, settings.number(Key.TCP_KEEPCNT));
        set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, settings.number(Key.TCP_KEEPIDLE));
        set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, settings.number(Key.TCP_KEEPINTVL));
    }

    private static void set(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
        if (value > 0 && channel.supportedOptions().contains(option)) channel.setOption(option, value);
    }
}
