package poollab.bench.wire;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import poollab.engine.Login;
import poollab.pooler.auth.AuthFailure;
import poollab.pooler.auth.ScramClient;
import poollab.pooler.auth.Secret;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/** One session over a bare socket, logged in by SCRAM-SHA-256 or as trusted. Not thread-safe, but it may be closed from elsewhere. */
public final class RawSession implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Socket socket = new Socket();
    private final DataInputStream in;

    /**
     * Logs in.
     *
     * @param patience for each answer
     * @param parameters of the startup message besides user and database
     * @throws SQLException when it is refused, with the server's words and SQLSTATE
     * @throws IOException when nobody answers
     */
    public static RawSession open(int port, String database, Login login, Duration patience, Map<String, String> parameters)
            throws IOException, SQLException {
        RawSession session = new RawSession(port, patience);
        try {
            session.logIn(database, login, parameters);
            return session;
        } catch (IOException | SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private RawSession(int port, Duration patience) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) patience.toMillis());
            socket.connect(new InetSocketAddress("127.0.0.1", port), (int) patience.toMillis());
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void logIn(String database, Login login, Map<String, String> parameters) throws IOException, SQLException {
        send(startup(database, login.role(), parameters));
        ScramClient scram = new ScramClient(new Secret.Plain(login.password()), RANDOM);
        for (RawMessage message = read(); message.type() != 'Z'; message = read()) {
            if (message.type() == 'E') throw failure(message);
            if (message.type() == 'R') answer(scram, message.body());
        }
    }

    /** What a client says first. */
    public static Out startup(String database, String role, Map<String, String> parameters) {
        Out startup = new Out().beginUntyped().i32(Wire.PROTOCOL_3)
                .text("user").text(role).text("database").text(database);
        parameters.forEach((name, value) -> startup.text(name).text(value));
        return startup.u8(0).end();
    }

    private void answer(ScramClient scram, byte[] body) throws IOException {
        byte[] rest = Arrays.copyOfRange(body, 4, body.length);
        try {
            switch (ByteBuffer.wrap(body).getInt()) {
                case Wire.AUTH_OK -> {}
                case Wire.AUTH_SASL -> {
                    byte[] first = scram.first();
                    send(new Out().begin('p').text(Wire.SCRAM_SHA_256).i32(first.length).raw(first).end());
                }
                case Wire.AUTH_SASL_CONTINUE -> send(new Out().begin('p').raw(scram.proof(rest)).end());
                case Wire.AUTH_SASL_FINAL -> scram.verify(rest);
                default -> throw new IOException("the server does not ask for " + Wire.SCRAM_SHA_256);
            }
        } catch (AuthFailure e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Sends messages as they are. */
    public void send(Out messages) throws IOException {
        socket.getOutputStream().write(messages.toBytes());
    }

    /** The next message, of whatever kind. */
    public RawMessage read() throws IOException {
        return RawMessage.read(in);
    }

    /** All messages up to the one that says that the server is ready, that one too. */
    public List<RawMessage> readUntilReady() throws IOException {
        List<RawMessage> all = new ArrayList<>();
        do all.add(read());
        while (all.getLast().type() != 'Z');
        return all;
    }

    /**
     * A simple query and its answer.
     *
     * @throws SQLException the first error in it, once the server is ready again, or at once when the error ends the session
     */
    public List<RawMessage> query(String sql) throws IOException, SQLException {
        send(new Out().begin('Q').text(sql).end());
        List<RawMessage> all = new ArrayList<>();
        SQLException failure = null;
        do {
            RawMessage message = read();
            if (message.type() == 'E') {
                if (failure == null) failure = failure(message);
                if (!message.fields().get('S').equals("ERROR")) throw failure;
            }
            all.add(message);
        } while (all.getLast().type() != 'Z');
        if (failure != null) throw failure;
        return all;
    }

    /** An error as drivers show it. */
    public static SQLException failure(RawMessage error) {
        Map<Character, String> fields = error.fields();
        return new SQLException(fields.get('S') + ": " + fields.get('M'), fields.get('C'));
    }

    /** Says good-bye. */
    @Override
    public void close() {
        try (socket) {
            send(new Out().begin('X').end());
        } catch (IOException e) {
            // The other side was first.
        }
    }
}
