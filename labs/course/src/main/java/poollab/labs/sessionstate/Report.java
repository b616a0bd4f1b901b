package poollab.labs.sessionstate;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.load.Statements;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.labs.Sql;

/** A sets a time limit and leaves, B runs its report on the same server connection. */
final class Report {
    private static final String DATABASE = "bookstore_one";
    private static final String A = "web";
    private static final String B = "reports";
    private static final int TRIES = 3;
    private static final int CUT = 4;
    private static final int REQUESTS = 500;

    // tag::report[]
    private static final String REPORT = """
            select b.title, sum(i.quantity * i.unit_price)
            from order_items i join books b on b.id = i.book_id
            group by b.title order by 2 desc
            """;
    // end::report[]

    private final Bench bench;
    private final PoolerPlan plan;
    private final Mode mode;
    private final Remedy remedy;

    Report(Bench bench, PoolerPlan plan, Mode mode, Remedy remedy) {
        this.bench = bench;
        this.mode = mode;
        this.remedy = remedy;
        // tag::plan[]
        this.plan = remedy.on(plan.named("report")
                .set("pool_mode", mode)
                .database(DATABASE, "pool_size=1"));
        // end::plan[]
    }

    void measure() throws Exception {
        try (LabPooler pooler = LabPooler.lend(bench, plan)) {
            double report = measured();
            long timeout = Math.max(1, (long) report / CUT);
            bench.figure("report.takes", "the report alone", report, Unit.MILLISECONDS);
            bench.figure("report.limit", "A's statement_timeout", timeout, Unit.MILLISECONDS);
            String setting = remedy == Remedy.TRACKED ? "timezone" : "statement_timeout";
            String value = remedy == Remedy.TRACKED ? "Asia/Tokyo" : timeout + "ms";
            String backend = leave(pooler, setting, value);
            find(pooler, setting, value, backend);
            if (remedy == Remedy.RESET_ALWAYS && mode != Mode.SESSION) {
                price(pooler);
                cost(pooler);
            }
        }
    }

    /** The shortest of some, so that the limit cuts it every time. */
    private double measured() throws SQLException {
        double best = Double.MAX_VALUE;
        try (Connection connection = DriverManager.getConnection(bench.server().text(B))) {
            for (int i = 0; i < TRIES; i++) {
                long begin = bench.nanos();
                Sql.run(connection, REPORT);
                best = Math.min(best, (bench.nanos() - begin) / 1e6);
            }
        }
        return best;
    }

    private String leave(LabPooler pooler, String setting, String value) throws SQLException {
        String backend = "";
        String refused = "";
        try (Connection web = DriverManager.getConnection(pooler.text(DATABASE, A))) {
            backend = backend(web);
            if (remedy == Remedy.SET_LOCAL) local(web, setting, value);
            else Sql.run(web, "set " + setting + " = '" + value + "'");
            bench.event(A, Outcome.OK, (remedy == Remedy.SET_LOCAL ? "SET LOCAL " : "SET ") + setting + " = '" + value + "', and leaves");
        } catch (SQLException e) {
            refused = e.getSQLState();
            bench.event(A, Outcome.FAILED, refused + " " + e.getMessage());
        }
        bench.figure("report.refused", "A was refused its transaction", refused.isEmpty() ? 0 : 1, Unit.COUNT);
        return backend;
    }

    // tag::local[]
    private static void local(Connection web, String setting, String value)
            throws SQLException {
        web.setAutoCommit(false);
        Sql.run(web, "set local " + setting + " = '" + value + "'");
        Sql.text(web, "select title from books where id = 1");
        web.commit();
    }
    // end::local[]

    private void find(LabPooler pooler, String setting, String value, String backend) throws SQLException {
        try (Connection reports = DriverManager.getConnection(pooler.text(DATABASE, B))) {
            boolean same = backend(reports).equals(backend);
            bench.figure("report.same-backend", "B is on A's backend", same ? 1 : 0, Unit.COUNT);
            String seen = Sql.text(reports, "show " + setting);
            bench.event(B, Outcome.NOTE, setting + " is " + seen);
            bench.figure("report.sees", "B finds A's value", seen.equals(value) ? 1 : 0, Unit.COUNT);
            String state = "";
            try {
                Sql.run(reports, REPORT);
                bench.event(B, Outcome.OK, "report finished");
            } catch (SQLException e) {
                state = e.getSQLState();
                bench.event(B, Outcome.FAILED, state + " " + e.getMessage());
            }
            bench.figure("report.canceled", "B's report ended with 57014", state.equals("57014") ? 1 : 0, Unit.COUNT);
            bench.figure("report.finished", "B's report finished", state.isEmpty() ? 1 : 0, Unit.COUNT);
        }
    }

    /** What a reset after each transaction takes from the one who set it. */
    private void price(LabPooler pooler) throws Exception {
        int lost = 0;
        for (Feature feature : List.of(
                Feature.SET, Feature.TEMP_TABLE, Feature.ADVISORY_LOCK, Feature.SQL_PREPARE, Feature.HOLD_CURSOR)) {
            try (Client web = new Client(pooler, DATABASE)) {
                feature.begin(web);
                boolean kept = feature.look(web).there();
                if (!kept) lost++;
                bench.event(A, kept ? Outcome.OK : Outcome.FAILED, feature.title + ": " + (kept ? "still there" : "gone at the next request"));
            }
        }
        bench.figure("reset.lost", "of 5 features, gone for the one who began them, on the same backend", lost, Unit.COUNT);
    }

    private void cost(LabPooler pooler) throws Exception {
        requests(pooler);
        long before = discards();
        double with = requests(pooler);
        bench.figure("reset.requests", "requests", REQUESTS, Unit.COUNT);
        bench.figure("reset.discards", "DISCARD ALL for them", discards() - before, Unit.COUNT);
        pooler.set("server_reset_query_always", 0);
        requests(pooler);
        before = discards();
        double without = requests(pooler);
        bench.figure("no-reset.discards", "DISCARD ALL for as many without", discards() - before, Unit.COUNT);
        bench.figure("reset.each", "one request with the reset", with, Unit.MICROSECONDS);
        bench.figure("no-reset.each", "one request without", without, Unit.MICROSECONDS);
        bench.figure("reset.against", "a request with the reset, against without", with / without, Unit.RATIO);
    }

    /** One after another. @return microseconds for each */
    private double requests(LabPooler pooler) throws Exception {
        try (Client web = new Client(pooler, DATABASE)) {
            long begin = bench.nanos();
            for (int i = 0; i < REQUESTS; i++) web.ask("select stock from books where id = 1");
            return (bench.nanos() - begin) / 1e3 / REQUESTS;
        }
    }

    private long discards() throws SQLException {
        try (Connection observer = bench.server().observe()) {
            return Statements.of(observer, bench.server().application().role()).of("discard all").calls();
        }
    }

    private static String backend(Connection connection) throws SQLException {
        return Sql.text(connection, "select pg_backend_pid()");
    }
}
