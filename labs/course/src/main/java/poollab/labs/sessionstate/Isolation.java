package poollab.labs.sessionstate;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.HikariPools;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.labs.Sql;

/** A borrower of a client pool chooses SERIALIZABLE. What the next one runs with, at the server and behind a pooler. */
final class Isolation {
    private static final String APPLICATION = "bookstore web";

    /** What cleans a connection on its return. */
    enum Reset {
        /** HikariCP: what was changed through JDBC. */
        HIKARI,
        /** The lab's pool: the same. */
        JDBC_ONLY,
        /** The lab's pool: that, and DISCARD ALL. */
        DISCARD_ALL;

        private ConnectionPools pools() {
            Duration timeout = Duration.ofSeconds(10);
            ConnectionReset reset = this == DISCARD_ALL ? ConnectionReset.DISCARD_ALL : ConnectionReset.NONE;
            PoolSettings settings = new PoolSettings(1, timeout, reset);
            return this == HIKARI ? new HikariPools(settings, PoolListener.NONE) : new KeyedPools(settings, PoolListener.NONE);
        }
    }

    /** How the borrower says it. */
    enum Way {
        JDBC,
        SQL;

        private void choose(Connection connection) throws SQLException {
            // tag::ways[]
            switch (this) {
                case JDBC -> connection.setTransactionIsolation(
                        Connection.TRANSACTION_SERIALIZABLE);
                case SQL -> Sql.run(connection, "set session characteristics"
                        + " as transaction isolation level serializable");
            }
            // end::ways[]
        }
    }

    private final Bench bench;
    private final PoolerPlan plan;

    Isolation(Bench bench, PoolerPlan plan) {
        this.bench = bench;
        PoolerPlan named = plan.named("isolation").set("pool_mode", "transaction");
        for (Reset reset : Reset.values())
            for (Way way : Way.values()) named = named.database(database(reset, way), "pool_size=2");
        this.plan = named;
    }

    void measure() throws Exception {
        List<List<Object>> rows = new ArrayList<>();
        try (LabPooler pooler = LabPooler.lend(bench, plan)) {
            for (Way way : Way.values())
                for (Reset reset : Reset.values()) {
                    String direct = direct(reset, way);
                    String behind = behind(reset, way, pooler);
                    survives("direct", reset, way, direct);
                    survives("pooled", reset, way, behind);
                    rows.add(List.of(Words.of(way), Words.of(reset), direct, behind));
                }
        }
        List<Column> columns = List.of(new Column("chosen by", Unit.TEXT), new Column("reset", Unit.TEXT),
                new Column("next, at the server", Unit.TEXT), new Column("next, behind a pooler", Unit.TEXT));
        bench.table("isolation", "The next borrower's isolation level", columns, rows, null);
    }

    private String direct(Reset reset, Way way) throws SQLException {
        String text = bench.server().text(APPLICATION);
        try (ConnectionPools pools = bench.lend(reset.pools())) {
            try (Connection first = pools.open(text)) {
                way.choose(first);
            }
            return level(pools, text);
        }
    }

    /** Another client has taken the borrower's server connection when the reset comes: it goes to another one. */
    private String behind(Reset reset, Way way, LabPooler pooler) throws Exception {
        String database = database(reset, way);
        String text = pooler.text(database, APPLICATION);
        try (ConnectionPools pools = bench.lend(reset.pools());
                Client c = new Client(pooler, database);
                Client d = new Client(pooler, database)) {
            String backend;
            // tag::isolation[]
            try (Connection first = pools.open(text)) {
                way.choose(first);
                backend = c.occupy();
            }
            c.release();
            // end::isolation[]
            leaveOnly(backend, c, d);
            return level(pools, text);
        }
    }

    /** Takes the other server connection, so that whoever comes next gets this one. */
    private static void leaveOnly(String backend, Client c, Client d) throws Exception {
        if (!c.occupy().equals(backend)) return;
        d.occupy();
        c.release();
    }

    private static String level(ConnectionPools pools, String text) throws SQLException {
        try (Connection next = pools.open(text)) {
            return Sql.text(next, "show transaction_isolation");
        }
    }

    private static String database(Reset reset, Way way) {
        return Words.of(reset) + "-" + Words.of(way);
    }

    private void survives(String where, Reset reset, Way way, String level) {
        bench.figureOf("isolation." + where, database(reset, way),
                "chosen by " + Words.of(way) + ", reset " + Words.of(reset) + ": the next one is SERIALIZABLE",
                level.equals("serializable") ? 1 : 0, Unit.COUNT);
    }
}
