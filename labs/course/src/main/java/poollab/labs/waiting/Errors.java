package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.bench.wire.RawSession;
import poollab.labs.ServerView;

/** Each limit of the pooler is met once, and what the client gets is written down. */
final class Errors {
    private static final String APPLICATION = "bookstore web";
    private static final String REPORTS = "bookstore report";
    private static final Duration MUCH_LONGER = Duration.ofSeconds(5);
    /** Another name of the same database, with a pool of its own. */
    private static final String BATCH = "bookstore_batch";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_STATEMENTS = Duration.ofMillis(50);
    private static final List<Column> COLUMNS = List.of(
            new Column("setting", Unit.TEXT), new Column("code", Unit.TEXT), new Column("what the client is told", Unit.TEXT));

    private final Bench bench;
    private final Settings settings;
    private final PoolerPlan plan;
    private final List<List<Object>> rows = new ArrayList<>();

    Errors(Bench bench, Settings settings, PoolerPlan plan) {
        this.bench = bench;
        this.settings = settings;
        this.plan = plan;
    }

    void measure() throws Exception {
        queryTimeouts();
        idleTransaction();
        tooManyClients();
        login();
        bench.table("errors", "The pooler's errors", COLUMNS, rows, null);
        long ours = rows.stream().filter(row -> row.get(1).equals(Reply.POOLERS_CODE)).count();
        bench.figure("errors.met", "limits met", rows.size(), Unit.COUNT);
        bench.figure("errors.08P01", "of their errors, SQLSTATE 08P01", ours, Unit.COUNT);
    }

    /** A query that runs too long, and one that waits too long because another's transaction does not end. */
    private void queryTimeouts() throws Exception {
        PoolerPlan limited = plan.named("query-timeout")
                .database(BATCH, "pool_size=1")
                .set("query_timeout", Waiting.seconds(settings.get(Waiting.QUERY_TIMEOUT)));
        AtomicBoolean enough = new AtomicBoolean();
        try (LabPooler pooler = LabPooler.lend(bench, limited);
                Clients reports = Clients.lend(bench, pooler.text(REPORTS), 1);
                Clients batch = Clients.lend(bench, pooler.text(BATCH, APPLICATION), 2)) {
            Future<Reply> running = reports.ask(0, this::report);
            Future<Reply> busy = batch.ask(0, connection -> smallStatements(connection, enough));
            bench.await(PATIENCE, () -> pooler.show("pools").where("database", BATCH).sum("sv_active") == 1);
            Future<Reply> waiting = batch.ask(1, Shop::read);
            take("query_timeout, running", "query-timeout", "query timeout", running.get());
            long on = new ServerView(bench, REPORTS).own().stream().filter(s -> s.state().equals("active")).count();
            bench.figure("query-timeout.runs-on", "  queries that the server goes on with", on, Unit.COUNT);
            take("query_timeout, waiting", "query-timeout-waiting", "query_timeout", waiting.get());
            enough.set(true);
            busy.get();
        }
    }

    private void report(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            Shop.report(statement, settings.get(Waiting.QUERY_TIMEOUT).plus(MUCH_LONGER));
        }
    }

    /** One transaction; each of its statements is short. */
    private static void smallStatements(Connection connection, AtomicBoolean enough) throws Exception {
        connection.setAutoCommit(false);
        while (!enough.get()) {
            Shop.read(connection);
            Thread.sleep(BETWEEN_STATEMENTS);
        }
        connection.commit();
    }

    private void idleTransaction() throws Exception {
        PoolerPlan limited = plan.named("idle-transaction")
                .set("idle_transaction_timeout", Waiting.seconds(settings.get(Waiting.IDLE_TRANSACTION_TIMEOUT)));
        try (LabPooler pooler = LabPooler.lend(bench, limited);
                Clients web = Clients.lend(bench, pooler.text(APPLICATION), 1)) {
            Future<Reply> reply = web.ask(0, connection -> {
                connection.setAutoCommit(false);
                Shop.read(connection);
                bench.await(PATIENCE, () -> pooler.show("pools").sum("sv_active") == 0);
                connection.commit();
            });
            take("idle_transaction_timeout", "idle-transaction-timeout", "idle transaction timeout", reply.get());
        }
    }

    private void tooManyClients() throws Exception {
        int most = settings.get(Waiting.MAX_CLIENT_CONN);
        PoolerPlan limited = plan.named("max-client-conn").set("max_client_conn", most);
        List<Connection> open = new ArrayList<>();
        try (LabPooler pooler = LabPooler.lend(bench, limited)) {
            Reply reply = Reply.of(bench, () -> {
                while (open.size() <= most) open.add(DriverManager.getConnection(pooler.text(APPLICATION)));
            });
            bench.figure("max-client-conn.open", "clients there when the next was refused",
                    pooler.show("clients").rows().size(), Unit.COUNT);
            Reply console = Reply.of(bench, () -> RawSession.open(
                    pooler.port(), "pgbouncer", pooler.adminLogin(), PATIENCE, Map.of()).close());
            bench.figure("max-client-conn.console", "admin consoles let in nevertheless", console.served() ? 1 : 0, Unit.COUNT);
            take("max_client_conn", "max-client-conn", "no more connections allowed (max_client_conn)", reply);
        } finally {
            for (Connection connection : open) connection.close();
        }
    }

    private void login() throws Exception {
        PoolerPlan limited = plan.named("client-login")
                .set("client_login_timeout", Waiting.seconds(settings.get(Waiting.CLIENT_LOGIN_TIMEOUT)));
        try (LabPooler pooler = LabPooler.lend(bench, limited)) {
            Reply reply = Reply.of(bench, () -> HalfLogin.await(
                    pooler.port(), bench.server().application().role(), bench.server().database()));
            take("client_login_timeout", "client-login-timeout", "client_login_timeout", reply);
        }
    }

    /** @param words what it should have said: the figure {@code LIMIT.told} is 1 when it did, with the pooler's code */
    private void take(String setting, String limit, String words, Reply reply) {
        reply.tell(bench, "client", setting + ": ");
        rows.add(List.of(setting, reply.state(), reply.text()));
        bench.figure(limit + ".told", setting + ": exact text and code",
                reply.isThePoolers(words) ? 1 : 0, Unit.COUNT);
        bench.figure(limit + ".after", "  after", reply.ms(), Unit.MILLISECONDS);
    }
}
