package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.bench.pooler.PoolsWatch;

/** Jobs take all server connections, or do not, and requests come. */
final class Queue {
    private static final int ROUNDS = 5;

    private static final String JOBS = "shipping job";
    private static final String WEB = "bookstore web";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Bench bench;
    private final Fault fault;
    private final int size;
    private final int requests;
    private final PoolerPlan plan;
    private final ConcurrentLinkedQueue<Statement> reports = new ConcurrentLinkedQueue<>();

    Queue(Bench bench, Settings settings, PoolerPlan plan) {
        this.bench = bench;
        this.fault = settings.get(Waiting.FAULT);
        this.size = settings.get(Waiting.POOL_SIZE);
        this.requests = settings.get(Waiting.CLIENTS);
        // tag::plan[]
        this.plan = plan.named("queue")
                .set("default_pool_size", size)
                .set("query_wait_timeout", Waiting.seconds(
                        settings.get(Waiting.QUERY_WAIT_TIMEOUT)));
        // end::plan[]
    }

    void measure() throws Exception {
        try (LabPooler pooler = LabPooler.lend(bench, plan);
                Clients jobs = Clients.lend(bench, pooler.text(JOBS), size);
                Clients web = Clients.lend(bench, pooler.text(WEB), requests)) {
            PoolsWatch watch = PoolsWatch.start(bench, "queue", pooler);
            if (fault != Fault.TOO_FEW_SERVERS) begin(pooler, jobs);
            List<Future<Reply>> asked = web.askAll(this::request);
            int queued = fault.stops() ? requests : 1;
            bench.await(PATIENCE, () -> pooler.show("pools").sum("cl_waiting") >= queued
                    || asked.stream().anyMatch(Future::isDone));
            new ServerConnections(bench, pooler).record("queue");
            List<Reply> replies = Clients.replies(asked);
            for (Statement report : reports) report.cancel();
            watch.record();
            record(replies);
        }
    }

    /** How long the last in the queue waits when nothing is wrong, by the length of a query. */
    static Duration expectedWait(Settings settings) {
        return Shop.WORK_TAKES.multipliedBy(settings.get(Waiting.CLIENTS) / settings.get(Waiting.POOL_SIZE));
    }

    private void begin(LabPooler pooler, Clients jobs) throws Exception {
        // In turn: the pooler opens one connection at a time, and nobody shall give up waiting for that.
        for (int job = 0; job < size; job++) {
            int order = job + 1;
            Future<Reply> begun = jobs.ask(job, connection -> {
                switch (fault) {
                    case LEAKED_TRANSACTION -> leaked(connection, order);
                    case SLOW_QUERIES -> report(connection);
                    default -> mended(connection, order);
                }
            });
            if (fault == Fault.SLOW_QUERIES) bench.await(PATIENCE, () -> pooler.show("pools").sum("sv_active") == order);
            else begun.get();
        }
        bench.event(JOBS, Outcome.NOTE, switch (fault) {
            case LEAKED_TRANSACTION -> Words.count(size, "transaction") + " begun, none ended";
            case SLOW_QUERIES -> Words.count(size, "report") + " begun";
            default -> Words.count(size, "transaction") + " begun and committed";
        });
    }

    // tag::leaked[]
    private static void leaked(Connection job, int order) throws SQLException {
        job.setAutoCommit(false);
        Shop.ship(job, order);
        // The mail server did not answer. The exception was logged,
        // and nobody rolled back.
    }
    // end::leaked[]

    private static void mended(Connection job, int order) throws SQLException {
        job.setAutoCommit(false);
        Shop.ship(job, order);
        job.commit();
    }

    private void report(Connection job) throws SQLException {
        try (Statement statement = job.createStatement()) {
            reports.add(statement);
            Shop.report(statement);
        }
    }

    private void request(Connection web) throws SQLException {
        if (fault != Fault.TOO_FEW_SERVERS) Shop.read(web);
        else for (int round = 0; round < ROUNDS; round++) Shop.work(web);
    }

    private void record(List<Reply> replies) {
        for (int i = 0; i < replies.size(); i++) replies.get(i).tell(bench, "request " + (i + 1));
        bench.figureOf("queue", "served", "requests served", replies.stream().filter(Reply::served).count(), Unit.COUNT);
        bench.figureOf("queue", "gave-up", "refused with query_wait_timeout",
                replies.stream().filter(reply -> reply.isThePoolers("query_wait_timeout")).count(), Unit.COUNT);
        bench.figureOf("queue", "shortest", "shortest answer",
                replies.stream().mapToDouble(Reply::ms).min().orElse(0), Unit.MILLISECONDS);
        bench.figureOf("queue", "longest", "longest answer",
                replies.stream().mapToDouble(Reply::ms).max().orElse(0), Unit.MILLISECONDS);
    }
}
