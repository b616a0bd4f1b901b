package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.bench.pooler.PoolsWatch;

/** The pool is in use; as many clients come as the reserve has connections, and one more. */
final class Reserve {
    private static final String APPLICATION = "bookstore web";

    private final Bench bench;
    private final int size;
    private final int reserve;
    private final PoolerPlan plan;

    Reserve(Bench bench, Settings settings, PoolerPlan plan) {
        this.bench = bench;
        this.size = settings.get(Waiting.POOL_SIZE);
        this.reserve = settings.get(Waiting.RESERVE_POOL_SIZE);
        Duration opens = settings.get(Waiting.RESERVE_POOL_TIMEOUT);
        // tag::plan[]
        this.plan = plan.named("reserve")
                .set("default_pool_size", size)
                .set("reserve_pool_size", reserve)
                .set("reserve_pool_timeout", Waiting.seconds(opens))
                // Later than the reserve: else nobody would live to see it.
                .set("query_wait_timeout", Waiting.seconds(opens.plus(
                        settings.get(Waiting.QUERY_WAIT_TIMEOUT))));
        // end::plan[]
    }

    void measure() throws Exception {
        try (LabPooler pooler = LabPooler.lend(bench, plan);
                Clients holders = Clients.lend(bench, pooler.text(APPLICATION), size);
                Clients others = Clients.lend(bench, pooler.text(APPLICATION), reserve + 1)) {
            PoolsWatch watch = PoolsWatch.start(bench, "reserve", pooler);
            holders.askInTurn(Reserve::hold);
            List<Reply> replies = Clients.replies(others.askAll(Reserve::hold));
            watch.record();
            for (int i = 0; i < replies.size(); i++) replies.get(i).tell(bench, "client " + (size + i + 1));
            List<Reply> served = replies.stream().filter(Reply::served).toList();
            bench.figureOf("reserve", "served", "requests served", served.size(), Unit.COUNT);
            bench.figureOf("reserve", "gave-up", "refused with query_wait_timeout",
                    replies.stream().filter(reply -> reply.isThePoolers("query_wait_timeout")).count(), Unit.COUNT);
            bench.figureOf("reserve", "shortest", "shortest answer",
                    replies.stream().mapToDouble(Reply::ms).min().orElse(0), Unit.MILLISECONDS);
            bench.figureOf("reserve", "longest", "longest answer",
                    replies.stream().mapToDouble(Reply::ms).max().orElse(0), Unit.MILLISECONDS);
        }
    }

    /** Takes a server connection and keeps it. */
    private static void hold(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        Shop.read(connection);
    }
}
