package poollab.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of 127.0.0.1. */
public final class Ports {
    private Ports() {}

    /**
     * One that nobody had a moment ago.
     *
     * @throws EnvironmentMissing when there is none
     */
    public static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(Postgres.LOOPBACK))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new EnvironmentMissing("There is no free port on " + Postgres.LOOPBACK + ": " + Disk.reason(e) + ".",
                    "Close something that listens there, and try again.", e);
        }
    }
}
