package poollab.labs.sessionstate;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.labs.Sql;

/** In transaction mode: a lock, a table and a LISTEN of A, and what B does with them. */
final class LeftBehind {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String LOCK = "lock";
    private static final String TABLE = "table";
    private static final String LISTEN = "listen";

    private final Bench bench;
    private final PoolerPlan plan;

    LeftBehind(Bench bench, PoolerPlan plan) {
        this.bench = bench;
        this.plan = plan.named("left behind").set("pool_mode", "transaction")
                .database(LOCK, "pool_size=2").database(TABLE, "pool_size=1").database(LISTEN, "pool_size=1");
    }

    void measure() throws Exception {
        try (LabPooler pooler = LabPooler.lend(bench, plan)) {
            lock(pooler);
            table(pooler);
            listen(pooler);
        }
    }

    private void lock(LabPooler pooler) throws Exception {
        String backend;
        try (Client a = new Client(pooler, LOCK)) {
            // tag::lock[]
            backend = a.ask("select pg_backend_pid(); select pg_advisory_lock(8)").first();
            // end::lock[]
        }
        bench.await(PATIENCE, () -> pooler.show("clients").where("database", LOCK).rows().isEmpty());
        count("lock.clients", "clients in the lock's pool after A left", pooler.show("clients").where("database", LOCK).rows().size());
        String holder = Sql.text(bench.server(),
                "select coalesce(max(pid), 0) from pg_locks where locktype = 'advisory' and objid = 8 and granted");
        yes("lock.held", "the lock is held by the backend that A had used", holder.equals(backend));
        try (Client b = new Client(pooler, LOCK); Client other = new Client(pooler, LOCK)) {
            yes("lock.taken-again", "B takes the same lock at once", says(b, "pg_try_advisory_lock(8)"));
            b.occupy();
            yes("lock.elsewhere", "a client on another backend takes it", says(other, "pg_try_advisory_lock(8)"));
            other.occupy();
            b.release();
            int unlocks = 0;
            while (unlocks < 5 && says(b, "pg_advisory_unlock(8)")) unlocks++;
            count("lock.unlocks", "times that B, who took it once, could unlock it", unlocks);
        }
    }

    private void table(LabPooler pooler) throws IOException, SQLException {
        try (Client a = new Client(pooler, TABLE)) {
            a.ask("create temp table cart as select 'A''s book' as item");
        }
        try (Client b = new Client(pooler, TABLE)) {
            yes("table.read", "B reads A's temporary table", b.ask("select item from cart").first().equals("A's book"));
            yes("table.written", "B writes into it", !b.ask("insert into cart values ('B''s book')").failed());
            yes("table.taken", "B creates a table of this name: 42P07", b.ask("create temp table cart (item text)").state().equals("42P07"));
        }
    }

    private void listen(LabPooler pooler) throws IOException, SQLException {
        try (Client a = new Client(pooler, LISTEN); Client b = new Client(pooler, LISTEN)) {
            a.ask("listen orders");
            int heardByB = b.ask("notify orders, 'order 17'").heard().size();
            int heardByA = a.ask("select 1").heard().size();
            bench.event("B", Outcome.NOTE, "never said LISTEN, and heard " + heardByB);
            bench.event("A", Outcome.FAILED, "said LISTEN, and heard " + heardByA);
            count("listen.b", "notifications that B got, who does not listen", heardByB);
            count("listen.a", "notifications that A got, who listens", heardByA);
        }
    }

    private static boolean says(Client client, String call) throws IOException {
        return client.ask("select " + call).first().equals("t");
    }

    private void yes(String id, String title, boolean so) {
        bench.event("left behind", Outcome.NOTE, title + ": " + (so ? "yes" : "no"));
        count(id, title, so ? 1 : 0);
    }

    private void count(String id, String title, long value) {
        bench.figure(id, title, value, Unit.COUNT);
    }
}
