package poollab.console.bench;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients that log in and then say nothing. */
final class IdleClients implements AutoCloseable {
    private static final int PROTOCOL_3 = 3 << 16;
    private static final int PATIENCE_MS = 30_000;

    private final int port;
    private final byte[] startup;
    private final List<Socket> sockets = new ArrayList<>();
    private boolean closed;

    IdleClients(int port) throws IOException {
        this.port = port;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (String word : List.of("user", Contestant.USER, "database", Contestant.DATABASE, "")) {
            text.writeBytes(word.getBytes(StandardCharsets.US_ASCII));
            text.write(0);
        }
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(message);
        out.writeInt(8 + text.size());
        out.writeInt(PROTOCOL_3);
        text.writeTo(out);
        startup = message.toByteArray();
    }

    /** Logs in until there are as many. */
    void growTo(int clients) throws IOException {
        while (sockets.size() < clients) logIn();
    }

    /** @throws IOException when nobody listens */
    void knock() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.connect(new InetSocketAddress(Contestant.HOST, port), PATIENCE_MS);
    }

    /** @throws IOException when nobody listens, or says something else than that the client may begin */
    void logIn() throws IOException {
        Socket socket = new Socket();
        synchronized (this) {
            if (closed) throw new IOException("closed");
            sockets.add(socket);
        }
        socket.connect(new InetSocketAddress(Contestant.HOST, port), PATIENCE_MS);
        socket.setSoTimeout(PATIENCE_MS);
        socket.getOutputStream().write(startup);
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 512));
        for (byte type = in.readByte(); type != 'Z'; type = in.readByte()) {
            String body = new String(in.readNBytes(in.readInt() - 4), StandardCharsets.UTF_8);
            if (type == 'E') throw new IOException("login refused: " + body.replace('\0', ' ').strip());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        for (Socket socket : sockets) socket.close();
        sockets.clear();
    }
}
