package poollab.labs.sessionstate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import poollab.bench.pooler.LabPooler;
import poollab.bench.wire.RawMessage;
import poollab.bench.wire.RawSession;
import poollab.pooler.wire.Out;

/** A client without a driver: it says only what the lab says, and shows all that comes back. */
final class Client implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RawSession session;

    Client(LabPooler pooler, String database) throws IOException, SQLException {
        session = RawSession.open(pooler.port(), database, pooler.server().application(), PATIENCE, Map.of());
    }

    /** A simple query, of one statement or several. */
    Answer ask(String sql) throws IOException {
        List<RawMessage> messages;
        try {
            messages = session.query(sql);
        } catch (SQLException e) {
            return Answer.error(e.getSQLState(), e.getMessage());
        }
        List<String> values = new ArrayList<>();
        List<String> heard = new ArrayList<>();
        for (RawMessage message : messages) {
            if (message.type() == 'D') values.add(message.values().getFirst());
            if (message.type() == 'A') heard.add(payload(message.body()));
        }
        return new Answer("", "", values, heard);
    }

    /** The process behind it, this time. */
    String backend() throws IOException {
        return ask("select pg_backend_pid()").first();
    }

    /**
     * Takes a server connection and keeps it, in any pool mode: it runs a query and leaves the last message, Sync, unsaid.
     *
     * @return the backend
     */
    String occupy() throws IOException {
        Out out = new Out().begin('P').text("").text("select pg_backend_pid()").i16(0).end();
        out.begin('B').text("").text("").i16(0).i16(0).i16(0).end();
        session.send(out.begin('E').text("").i32(0).end().begin('H').end());
        String backend = "";
        while (true) {
            RawMessage message = session.read();
            if (message.type() == 'D') backend = message.values().getFirst();
            if (message.type() == 'E') throw new IOException(message.fields().toString());
            if (message.type() == 'C') return backend;
        }
    }

    /** The Sync. */
    void release() throws IOException {
        session.send(new Out().begin('S').end());
        session.readUntilReady();
    }

    /** Behind the process that notified and the channel. */
    private static String payload(byte[] notification) {
        ByteBuffer in = ByteBuffer.wrap(notification, Integer.BYTES, notification.length - Integer.BYTES);
        while (in.get() != 0) {}
        return new String(notification, in.position(), in.remaining() - 1, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        session.close();
    }
}
