package poollab.pooler.ldap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** For ldaps: Java's LDAP wants the name of a class, and asks it for a factory. */
public final class LdapSockets extends SocketFactory {
    private static final ThreadLocal<SocketFactory> OFFERED = new ThreadLocal<>();
    private final SocketFactory sockets;

    private LdapSockets(SocketFactory sockets) {
        this.sockets = sockets;
    }

    /** Which sockets the connection gets that this thread opens next. */
    static void offer(SocketFactory sockets) {
        OFFERED.set(sockets);
    }

    public static SocketFactory getDefault() {
        return new LdapSockets(OFFERED.get());
    }

    @Override
    public Socket createSocket() throws IOException {
        return sockets.createSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return sockets.createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return sockets.createSocket(host, port, local, localPort);
    }
}
