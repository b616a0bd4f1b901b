package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** A client that says exactly what it is told to, and tells exactly what it heard. */
final class RawClient implements AutoCloseable {
    /** The connection ended inside a message. */
    static final class CutOff extends AssertionError {
        private static final long serialVersionUID = 1;

        private CutOff(EOFException cause) {
            super("the connection ended inside a message", cause);
        }
    }

    /** How long to wait for a message that ought to come. */
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;
    private Reply greeting = new Reply(List.of());

    private RawClient(Socket socket) {
        try {
            this.socket = socket;
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection on which nothing has been said. */
    static RawClient connect(int port) {
        return new RawClient(open(port));
    }

    /** A connection that is encrypted after a request for it. */
    static RawClient connectTls(int port, SSLContext context) {
        Socket plain = open(port);
        try {
            plain.getOutputStream().write(Wire.sslRequest());
            int answer = plain.getInputStream().read();
            if (answer != 'S') throw new AssertionError("no TLS here: " + answer);
            return new RawClient(encrypted(plain, port, context));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One that is encrypted from the first byte on. */
    static RawClient connectTlsAtOnce(int port, SSLContext context) {
        try {
            return new RawClient(encrypted(open(port), port, context));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Socket open(int port) {
        try {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Socket encrypted(Socket plain, int port, SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"postgresql"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Protocol and cipher suite, by Java's name of it. */
    String tls() {
        SSLSession session = ((SSLSocket) socket).getSession();
        return session.getProtocol() + "/" + session.getCipherSuite();
    }

    /** A session that is ready for its first query. */
    static RawClient login(int port, String database, String user, String password, String... parameters) {
        RawClient client = connect(port);
        Reply reply = client.tryLogin(database, user, password, parameters);
        if (reply.messages().isEmpty() || reply.messages().getLast().type() != 'Z') {
            client.close();
            throw new AssertionError("no login as " + user + " to " + database + ": " + reply.messages());
        }
        return client;
    }

    /** Says the startup message and whatever the server asks for; tells all that came back. */
    Reply tryLogin(String database, String user, String password, String... parameters) {
        var pairs = new ArrayList<>(List.of("user", user, "database", database));
        pairs.addAll(List.of(parameters));
        send(Wire.startup(Wire.PROTOCOL_3_0, pairs.toArray(String[]::new)));
        greeting = authenticate(user, password);
        return greeting;
    }

    private Reply authenticate(String user, String password) {
        var heard = new ArrayList<Message>();
        var scram = new Scram(password);
        for (Optional<Message> next = readOrClosed(); next.isPresent(); next = readOrClosed()) {
            Message message = next.get();
            heard.add(message);
            if (message.type() == 'R') {
                answer(message, user, password, scram);
            } else if (message.type() == 'Z') {
                break;
            }
        }
        return new Reply(List.copyOf(heard));
    }

    private void answer(Message request, String user, String password, Scram scram) {
        var body = request.buffer();
        int code = body.getInt();
        var rest = new byte[body.remaining()];
        body.get(rest);
        switch (code) {
            case 3 -> send(Wire.password(password));
            case 5 -> send(Wire.password(Scram.md5Answer(user, password, rest)));
            case 10 -> send(Wire.saslInitial("SCRAM-SHA-256", scram.first()));
            case 11 -> send(Wire.saslResponse(scram.answerTo(new String(rest, UTF_8))));
            default -> { } // done, or the server's last word
        }
    }

    /** Parameters the server reported during the login. */
    Map<String, String> parameters() {
        return greeting.all('S').stream().map(Message::parameter)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (first, last) -> last));
    }

    /** The key that cancels this session's queries. */
    byte[] cancelRequest() {
        var key = greeting.only('K').buffer();
        return Wire.cancelRequest(key.getInt(), key.getInt());
    }

    void send(byte[]... parts) {
        try {
            socket.getOutputStream().write(Wire.concat(parts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same bytes in pieces of this size, each in a segment of its own. */
    void sendInPieces(int size, byte[] bytes) {
        for (int from = 0; from < bytes.length; from += size) {
            send(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + size)));
        }
    }

    Reply query(String sql) {
        send(Wire.query(sql));
        return readReply();
    }

    /** A query that must not fail, and its one value. */
    String value(String sql) {
        Reply reply = query(sql);
        if (!reply.error().isEmpty()) {
            throw new AssertionError(sql + ": " + reply.error());
        }
        return reply.value();
    }

    int backendPid() {
        return Integer.parseInt(value("select pg_backend_pid()"));
    }

    /** Messages up to and with the next ReadyForQuery, or what came before the connection ended. */
    Reply readReply() {
        var heard = new ArrayList<Message>();
        for (Optional<Message> next = readOrClosed(); next.isPresent(); next = readOrClosed()) {
            heard.add(next.get());
            if (next.get().type() == 'Z') {
                break;
            }
        }
        return new Reply(List.copyOf(heard));
    }

    /** Everything up to the end of the connection, which must come. */
    Reply readToEnd() {
        var heard = new ArrayList<Message>();
        for (Optional<Message> next = readOrClosed(); next.isPresent(); next = readOrClosed()) {
            heard.add(next.get());
        }
        return new Reply(List.copyOf(heard));
    }

    Message read() {
        return readOrClosed().orElseThrow(() -> new AssertionError("the connection ended"));
    }

    /** A message, or nothing when the other side ended the connection. */
    Optional<Message> readOrClosed() {
        try {
            int type = in.read();
            if (type < 0) {
                return Optional.empty();
            }
            var body = new byte[in.readInt() - 4];
            in.readFully(body);
            return Optional.of(new Message((char) type, body));
        } catch (EOFException e) {
            throw new CutOff(e);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("nothing came for " + PATIENCE_MILLIS + " ms", e);
        } catch (SocketException e) {
            return Optional.empty(); // a reset: it went away while bytes of ours were on their way
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One byte that is no message, or -1 at the end of the connection. */
    int readByte() {
        try {
            return in.read();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("nothing came for " + PATIENCE_MILLIS + " ms", e);
        } catch (SocketException e) {
            return -1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether nothing comes for so long: the sign of somebody who waits. */
    boolean isSilentFor(int millis) {
        try {
            socket.setSoTimeout(millis);
            in.mark(1);
            int next = in.read();
            if (next >= 0) {
                in.reset();
            }
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            patient();
        }
    }

    private void patient() {
        try {
            socket.setSoTimeout(PATIENCE_MILLIS);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves politely. */
    @Override
    public void close() {
        try (socket) {
            socket.getOutputStream().write(Wire.terminate());
        } catch (IOException e) {
            // the other side left first
        }
    }

    /** Leaves as a crashed program does. */
    void drop() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
