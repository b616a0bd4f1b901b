package poollab.pooler.auth;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A login to PostgreSQL over a bare socket, as far as the first ReadyForQuery. */
final class PostgresLogin {
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;
    private static final int MD5 = 5;

    private final DataInputStream in;
    private final DataOutputStream out;

    private PostgresLogin(Socket socket) throws IOException {
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** Returns if PostgreSQL lets the user in and proves that it knows him. */
    static void scram(int port, String user, ScramClient client) throws IOException, AuthFailure {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            PostgresLogin login = new PostgresLogin(socket);
            login.startup(user);
            login.expect(SASL);
            byte[] first = client.first();
            ByteArrayOutputStream initial = new ByteArrayOutputStream();
            DataOutputStream response = new DataOutputStream(initial);
            response.writeBytes("SCRAM-SHA-256\0");
            response.writeInt(first.length);
            response.write(first);
            login.send(initial.toByteArray());
            login.send(client.proof(login.expect(SASL_CONTINUE)));
            client.verify(login.expect(SASL_FINAL));
            login.expect(0);
        }
    }

    static void md5(int port, String user, Secret secret) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            PostgresLogin login = new PostgresLogin(socket);
            login.startup(user);
            byte[] salt = login.expect(MD5);
            login.send((Md5.response(secret, user, salt).orElseThrow() + "\0").getBytes(StandardCharsets.US_ASCII));
            login.expect(0);
        }
    }

    private void startup(String user) throws IOException {
        byte[] parameters = ("user\0" + user + "\0database\0postgres\0\0").getBytes(StandardCharsets.UTF_8);
        out.writeInt(8 + parameters.length);
        out.writeInt(3 << 16);
        out.write(parameters);
        out.flush();
    }

    private void send(byte[] passwordMessage) throws IOException {
        out.writeByte('p');
        out.writeInt(4 + passwordMessage.length);
        out.write(passwordMessage);
        out.flush();
    }

    private byte[] expect(int request) throws IOException {
        int type = in.readByte();
        byte[] body = in.readNBytes(in.readInt() - 4);
        if (type != 'R' || body[3] != request) {
            throw new IOException(new String(body, StandardCharsets.UTF_8).replace('\0', ' '));
        }
        return Arrays.copyOfRange(body, 4, body.length);
    }
}
