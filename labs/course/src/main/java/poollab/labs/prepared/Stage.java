package poollab.labs.prepared;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import poollab.bench.pooler.LabPooler;

/** Where one family plays: server connections of its own, and the clients that came. */
final class Stage implements AutoCloseable {
    private final LabPooler pooler;
    private final String database;
    private final Deque<WireClient> clients = new ArrayDeque<>();

    Stage(LabPooler pooler, String database) {
        this.pooler = pooler;
        this.database = database;
    }

    WireClient client() throws IOException, SQLException {
        WireClient client = new WireClient(pooler, database);
        clients.push(client);
        return client;
    }

    /** A connection of pgjdbc. The caller closes it. */
    Connection driver(String parameter) throws SQLException {
        return DriverManager.getConnection(pooler.text(database, "bookstore web") + "&" + parameter);
    }

    /** Another client takes the idle server connection and keeps it: whoever comes next gets another one. */
    void keepBusy() throws IOException, SQLException {
        client().simple("begin");
    }

    @Override
    public void close() {
        clients.forEach(WireClient::close);
    }
}
