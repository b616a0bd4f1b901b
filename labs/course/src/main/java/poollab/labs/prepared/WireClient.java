package poollab.labs.prepared;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import poollab.bench.pooler.LabPooler;
import poollab.bench.wire.RawMessage;
import poollab.bench.wire.RawSession;
import poollab.pooler.wire.Out;

/** A client that sends the messages of PostgreSQL's protocol as a driver would. The first error of an answer is its outcome. */
final class WireClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RawSession session;

    WireClient(LabPooler pooler, String database) throws IOException, SQLException {
        session = RawSession.open(pooler.port(), database, pooler.server().application(), PATIENCE, Map.of());
    }

    // tag::messages[]
    /** Parse, Sync. */
    Reply prepare(String name, String sql) throws IOException {
        return ask(parse(new Out(), name, sql));
    }

    /** Bind, Execute, Sync. */
    Reply execute(String name, int key) throws IOException {
        return ask(bindAndExecute(new Out(), name, key));
    }

    /** Parse without a name, Bind, Execute, Sync: all in one trip. */
    Reply once(String sql, int key) throws IOException {
        return ask(bindAndExecute(parse(new Out(), "", sql), "", key));
    }
    // end::messages[]

    /** A simple query. */
    Reply simple(String sql) throws IOException {
        session.send(new Out().query(sql));
        return reply();
    }

    private Reply ask(Out messages) throws IOException {
        session.send(messages.begin('S').end());
        return reply();
    }

    private static Out parse(Out out, String name, String sql) {
        return out.begin('P').text(name).text(sql).i16(0).end();
    }

    private static Out bindAndExecute(Out out, String name, int key) {
        out.begin('B').text("").text(name).i16(0).i16(1).value("" + key).i16(0).end();
        return out.begin('E').text("").i32(0).end();
    }

    private Reply reply() throws IOException {
        Reply reply = Reply.of("");
        while (true) {
            RawMessage message = session.read();
            switch (message.type()) {
                case 'E' -> {
                    if (!reply.failed()) reply = Reply.of(message.fields());
                    if (reply.fatal()) return reply;
                }
                case 'D' -> reply = Reply.of(message.values().getFirst());
                case 'Z' -> {
                    return reply;
                }
                default -> {}
            }
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
