package poollab.labs.cost;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import poollab.engine.Login;
import poollab.pooler.auth.AuthFailure;
import poollab.pooler.auth.ScramClient;
import poollab.pooler.auth.Secret;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/**
 * Logs in over a bare socket, as a driver does, and looks at the clock at each step. Every login begins with the question
 * for TLS: its answer tells that the server has made a process for this client.
 */
final class RawLogin {
    private static final int PATIENCE_MS = 10_000;
    private static final int KEY_BITS = 256;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String host;
    private final int port;
    private final String database;
    private final Login login;
    /** Null for a login without TLS. */
    private final SSLSocketFactory tls;

    RawLogin(String host, int port, String database, Login login, SSLSocketFactory tls) {
        this.host = host;
        this.port = port;
        this.database = database;
        this.login = login;
        this.tls = tls;
    }

    /**
     * Where the time of one login went, in milliseconds.
     *
     * @param tcp until the connection stood
     * @param process until the server's first answer: on PostgreSQL a process has been made
     * @param tls the handshake, 0 without
     * @param exchange messages of the authentication until the server's challenge
     * @param hash the client's work on the password: PBKDF2
     * @param session from the client's proof until it may send queries. The server checks the proof, enters the database and
     *     sets the session up; it sends all its answers at the end, so they cannot be told apart from here
     */
    record Phases(double tcp, double process, double tls, double exchange, double hash, double session) {
        double total() {
            return tcp + process + tls + exchange + hash + session;
        }
    }

    /** Logs in once and leaves. */
    Phases time() throws IOException {
        long begin = System.nanoTime();
        try (Socket plain = new Socket()) {
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(PATIENCE_MS);
            plain.connect(new InetSocketAddress(host, port), PATIENCE_MS);
            long connected = System.nanoTime();
            boolean offered = offersTls(plain);
            long answered = System.nanoTime();
            if (tls != null && !offered) throw new IOException("the server offers no TLS");
            Socket socket = tls == null ? plain : tls.createSocket(plain, host, port, true);
            if (socket instanceof SSLSocket ssl) ssl.startHandshake();
            long secured = System.nanoTime();
            var talk = new Talk(
                    new DataInputStream(new BufferedInputStream(socket.getInputStream())), socket.getOutputStream());
            ScramClient scram = new ScramClient(new Secret.Plain(login.password()), RANDOM);
            byte[] challenge = talk.greet(scram);
            long challenged = System.nanoTime();
            hash(challenge);
            long hashed = System.nanoTime();
            talk.prove(scram, challenge);
            long ready = System.nanoTime();
            talk.send(new Out().begin('X').end());
            return new Phases(
                    ms(begin, connected), ms(connected, answered), ms(answered, secured), ms(secured, challenged),
                    ms(challenged, hashed), ms(hashed, ready));
        } catch (GeneralSecurityException | AuthFailure e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static double ms(long from, long to) {
        return (to - from) / 1e6;
    }

    private static boolean offersTls(Socket socket) throws IOException {
        socket.getOutputStream().write(new Out().beginUntyped().i32(Wire.SSL_REQUEST).end().toBytes());
        return socket.getInputStream().read() == 'S';
    }

    /** What every driver computes at every login. The pooler's own client, used here, remembers it after the first one. */
    private void hash(byte[] challenge) throws GeneralSecurityException {
        byte[] salt = {};
        int iterations = 1;
        for (String part : new String(challenge, StandardCharsets.US_ASCII).split(",")) {
            if (part.startsWith("s=")) salt = Base64.getDecoder().decode(part.substring(2));
            if (part.startsWith("i=")) iterations = Integer.parseInt(part.substring(2));
        }
        var key = new PBEKeySpec(login.password().toCharArray(), salt, iterations, KEY_BITS);
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(key);
    }

    private final class Talk {
        private final DataInputStream in;
        private final OutputStream out;
        private int type;

        Talk(DataInputStream in, OutputStream out) {
            this.in = in;
            this.out = out;
        }

        /** Says who wants to log in, and how. Returns the server's challenge. */
        byte[] greet(ScramClient scram) throws IOException {
            send(new Out().beginUntyped().i32(Wire.PROTOCOL_3)
                    .text("user").text(login.role()).text("database").text(database)
                    .text("application_name").text("bookstore login").u8(0).end());
            authentication(Wire.AUTH_SASL);
            byte[] first = scram.first();
            send(new Out().begin('p').text(Wire.SCRAM_SHA_256).i32(first.length).raw(first).end());
            return authentication(Wire.AUTH_SASL_CONTINUE);
        }

        /** Proves the password. Returns when the server is ready for queries. */
        void prove(ScramClient scram, byte[] challenge) throws IOException, AuthFailure {
            send(new Out().begin('p').raw(scram.proof(challenge)).end());
            scram.verify(authentication(Wire.AUTH_SASL_FINAL));
            do read();
            while (type != 'Z');
        }

        void send(Out message) throws IOException {
            out.write(message.toBytes());
            out.flush();
        }

        private byte[] authentication(int code) throws IOException {
            byte[] body = read();
            var data = ByteBuffer.wrap(body);
            if (type != 'R' || data.remaining() < 4 || data.getInt() != code)
                throw new IOException("the server does not ask for " + Wire.SCRAM_SHA_256);
            byte[] rest = new byte[data.remaining()];
            data.get(rest);
            return rest;
        }

        private byte[] read() throws IOException {
            type = in.readUnsignedByte();
            byte[] body = new byte[in.readInt() - 4];
            in.readFully(body);
            if (type == 'E')
                throw new IOException("the server refused: " + new String(body, StandardCharsets.UTF_8).replace('\0', ' '));
            return body;
        }
    }
}
