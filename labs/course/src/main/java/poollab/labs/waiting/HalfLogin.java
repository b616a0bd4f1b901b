package poollab.labs.waiting;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import poollab.bench.wire.RawMessage;
import poollab.bench.wire.RawSession;

/** A client that begins to log in, is asked for its password, and says no more. */
final class HalfLogin {
    private static final int PROTOCOL_3 = 3 << 16;
    private static final int PATIENCE_MS = 30_000;

    private HalfLogin() {}

    /** @throws SQLException what the other side says at last */
    static void await(int port, String role, String database) throws IOException, SQLException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(startup(Map.of("user", role, "database", database)));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                RawMessage message = read(in);
                if (message.type() == 'E') throw RawSession.failure(message);
            }
        }
    }

    private static byte[] startup(Map<String, String> parameters) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Map.Entry<String, String> parameter : parameters.entrySet())
            body.writeBytes((parameter.getKey() + '\0' + parameter.getValue() + '\0').getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(message);
        out.writeInt(body.size() + 9);
        out.writeInt(PROTOCOL_3);
        body.writeTo(out);
        out.writeByte(0);
        return message.toByteArray();
    }

    private static RawMessage read(DataInputStream in) throws IOException {
        char type = (char) in.readUnsignedByte();
        byte[] body = new byte[in.readInt() - 4];
        in.readFully(body);
        return new RawMessage(type, body);
    }
}
