package poollab.labs.waiting;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.sql.SQLException;
import java.util.Map;
import poollab.bench.wire.RawMessage;
import poollab.bench.wire.RawSession;

/** A client that begins to log in, is asked for its password, and says no more. */
final class HalfLogin {
    private static final int PATIENCE_MS = 30_000;

    private HalfLogin() {}

    /** @throws SQLException what the other side says at last */
    static void await(int port, String role, String database) throws IOException, SQLException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(RawSession.startup(database, role, Map.of()).toBytes());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                RawMessage message = RawMessage.read(in);
                if (message.type() == 'E') throw RawSession.failure(message);
            }
        }
    }
}
