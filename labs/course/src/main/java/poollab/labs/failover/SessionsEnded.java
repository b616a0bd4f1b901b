package poollab.labs.failover;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.HikariPools;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.Server;
import poollab.labs.Sql;

/** The server ends sessions one by one: those that lie idle for too long, and one in the middle of a transaction. */
final class SessionsEnded {
    static final int CONNECTIONS = 4;

    private static final PoolSettings SETTINGS =
            new PoolSettings(CONNECTIONS, Duration.ofSeconds(10), ConnectionReset.NONE);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String OURS = "application_name = '" + Login.APPLICATION + "' and backend_type = 'client backend'";

    private final Bench bench;
    private final Settings settings;

    SessionsEnded(Bench bench, Settings settings) {
        this.bench = bench;
        this.settings = settings;
    }

    void run() throws Exception {
        Server server = Servers.lend(bench);
        LabPooler pooler = Poolers.lend(bench, settings, server);
        try (Connection observer = bench.lend(server.observe())) {
            // tag::limit[]
            Sql.run(observer, "alter role bookstore set idle_session_timeout = '1500ms'");
            // end::limit[]
            measure("keyed", new KeyedPools(SETTINGS, PoolListener.NONE), Login.text(server), observer);
            measure("hikari", new HikariPools(SETTINGS, PoolListener.NONE), Login.text(server), observer);
            measure("pooler", new KeyedPools(SETTINGS, PoolListener.NONE), pooler.text(Login.APPLICATION), observer);
        }
    }

    private void measure(String name, ConnectionPools opened, String text, Connection observer) throws Exception {
        try (ConnectionPools pools = bench.lend(opened)) {
            Set<String> before = new HashSet<>(use(pools, text));
            boolean ended = bench.await(PATIENCE, () -> Sql.text(observer, "select count(*) from pg_stat_activity where " + OURS).equals("0"));
            if (!ended) throw new SQLException("the server keeps idle sessions");
            bench.event(name, Outcome.NOTE, "the server has ended " + Words.count(before.size(), "idle session"));
            int errors = 0;
            int fresh = 0;
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Connection connection = pools.open(text)) {
                    if (!before.contains(Sql.text(connection, "select pg_backend_pid()"))) fresh++;
                } catch (SQLException e) {
                    errors++;
                }
            }
            bench.figureOf(name, "ended", "idle sessions that the server ended", before.size(), Unit.COUNT);
            bench.figureOf(name, "idle-errors", "errors of the requests that followed", errors, Unit.COUNT);
            bench.figureOf(name, "fresh", "of them, served by a new backend", fresh, Unit.COUNT);
            inTransaction(name, pools, text, observer);
        }
    }

    /** Uses all connections at once. @return the backends that served */
    private static List<String> use(ConnectionPools pools, String text) throws SQLException {
        List<Connection> all = new ArrayList<>();
        List<String> backends = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) all.add(pools.open(text));
            for (Connection each : all) backends.add(Sql.text(each, "select pg_backend_pid()"));
        } finally {
            for (Connection each : all) each.close();
        }
        return backends;
    }

    private void inTransaction(String name, ConnectionPools pools, String text, Connection observer) throws SQLException {
        SQLException met = null;
        try (Connection connection = pools.open(text)) {
            connection.setAutoCommit(false);
            String backend = Sql.text(connection, "select pg_backend_pid()");
            Sql.run(observer, "select pg_terminate_backend(" + backend + ", 5000)");
            Sql.text(connection, "select 1");
        } catch (SQLException e) {
            met = e;
        }
        String state = met == null ? "no error" : met.getSQLState() + " " + Orders.firstLine(met);
        bench.event(name, Outcome.FAILED, "in a transaction: " + state);
        bench.figureOf(name, "told", "in a transaction: told 57P01", state.startsWith("57P01") ? 1 : 0, Unit.COUNT);
        try (Connection connection = pools.open(text)) {
            bench.event(name, Outcome.OK, "the next request is served by backend " + Sql.text(connection, "select pg_backend_pid()"));
        }
    }
}
