package poollab.labs.prepared;

import java.sql.SQLException;
import poollab.bench.Bench;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.Rows;

/** How many statements the clients prepared at the pooler, and the pooler at the server. From SHOW STATS. */
record Parses(long clients, long server) {
    static Parses of(LabPooler pooler) throws SQLException {
        Rows rows = pooler.show("stats").where("database", pooler.server().database());
        return new Parses(rows.sum("total_client_parse_count"), rows.sum("total_server_parse_count"));
    }

    void recordSince(Parses before, Bench bench, String load) {
        bench.figure(load + ".client-parses", load + ": statements prepared by clients", clients - before.clients, Unit.COUNT);
        bench.figure(load + ".server-parses", load + ": statements prepared on the server", server - before.server, Unit.COUNT);
    }
}
