package poollab.pooler;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;

/** Takes a TCP port to listen on, or says why that cannot be. */
final class TcpPort {
    private TcpPort() {}

    /** @param address {@code *} for all of the machine's */
    static ServerSocketChannel open(Settings settings, String address, int port, Key addressKey, Key portKey) throws PoolerException {
        InetSocketAddress socket = null;
        try {
            socket = address.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(InetAddress.getByName(address), port);
            return open(settings, socket);
        } catch (IOException e) {
            throw new PoolerException("cannot listen on " + address + ":" + port + ": " + e.getMessage() + ". " + hint(socket, e, addressKey, portKey));
        }
    }

    private static ServerSocketChannel open(Settings settings, InetSocketAddress socket) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            if (settings.flag(Key.SO_REUSEPORT)) channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            return channel.bind(socket, settings.number(Key.LISTEN_BACKLOG));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static String hint(InetSocketAddress socket, IOException cause, Key address, Key port) {
        if (cause instanceof UnknownHostException) return "This machine knows no host of that name: set another " + address.keyName() + ".";
        if (!isOfThisMachine(socket.getAddress())) return "This machine does not have the address: ip address tells which it has; set another " + address.keyName() + ".";
        return "Likely another pooler or server has the port: ss -ltnp 'sport = :" + socket.getPort() + "' tells which; or set another " + port.keyName() + ".";
    }

    private static boolean isOfThisMachine(InetAddress address) {
        try {
            return address.isAnyLocalAddress() || address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return true;
        }
    }
}
