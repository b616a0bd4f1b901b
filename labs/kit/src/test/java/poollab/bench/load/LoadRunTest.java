package poollab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Experiment;
import poollab.bench.Machine;
import poollab.bench.Observation;
import poollab.bench.Parameter;
import poollab.bench.Plan;
import poollab.bench.Run;
import poollab.bench.RunListener;
import poollab.bench.Runner;
import poollab.bench.Settings;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.PoolListener;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;
import poollab.load.ConnectionSource;
import poollab.load.Failure;
import poollab.load.Instance;
import poollab.load.LoadPlan;
import poollab.load.LoadListener;
import poollab.load.LoadResult;
import poollab.load.PoolSpec;
import poollab.load.Retry;
import poollab.load.Second;
import poollab.load.Work;

/** Loads on a real server that has room for few connections. */
@Timeout(120)
class LoadRunTest {
    /** Of these an ordinary role gets 12. */
    private static final int MAX_CONNECTIONS = 15;

    /** A login that is being refused holds a slot meanwhile, so many at once may use up the reserved ones, too. */
    private static final String NO_ROOM =
            "FATAL: (remaining connection slots are reserved for roles with .*|sorry, too many clients already)";

    private static final Duration BRIEF = Duration.ofMillis(1_500);

    @TempDir
    static Path home;

    private static EmbeddedPostgres server;

    private final Runner runner = new Runner(server, Machine.here(), Clock.systemUTC(), System::nanoTime, "test");

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start(
                Folders.at(home, Path.of("target", "lab-cache").toAbsolutePath()),
                EmbeddedPostgres.Options.standard().withSetting("max_connections", "" + MAX_CONNECTIONS));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private interface Body {
        void run(Bench bench) throws Exception;
    }

    /** An experiment of nothing but this. */
    private Run run(Body body) {
        Experiment experiment = new Experiment() {
            @Override
            public List<Parameter<?>> parameters() {
                return List.of();
            }

            @Override
            public List<Claim> claims() {
                return List.of();
            }

            @Override
            public void run(Settings settings, Bench bench) throws Exception {
                body.run(bench);
            }
        };
        Settings settings = Settings.of(List.of(), Map.of(), false, Machine.here());
        return runner.run(new Plan("99", "test", "a test", experiment, settings, 7, false), "id", RunListener.NONE);
    }

    private static Evidence completed(Run run) {
        assertThat(run.ending()).as(run.reason()).isEqualTo(Run.Ending.COMPLETED);
        return evidence(run);
    }

    private static Evidence evidence(Run run) {
        return new Evidence(Settings.of(List.of(), Map.of(), false, Machine.here()), run.observations());
    }

    private static PoolSpec pool(PoolSpec.Kind kind, int size) {
        return new PoolSpec(kind, size, Duration.ofSeconds(10));
    }

    private static ConnectionSource source(Bench bench, PoolSpec spec) {
        ConnectionPools pools = bench.lend(spec.open(PoolListener.NONE));
        return ConnectionSource.of(pools, server.text("load"));
    }

    private static long number(String sql) throws SQLException {
        try (Connection observer = server.observe();
                Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** As the server counted them. */
    private static long calls(Evidence evidence, String beginning) {
        Observation.Table table = evidence.table("load.statements");
        return table.rows().stream()
                .filter(row -> row.getFirst().toString().startsWith(beginning))
                .mapToLong(row -> ((Number) row.get(1)).longValue())
                .sum();
    }

    @Test
    void all_that_is_observed_of_a_load_is_known_as_its_own() {
        Run run = run(bench -> {
            LoadRun.prepare(LoadRun.sale(1), source(bench, pool(PoolSpec.Kind.KEYED, 1)));
            // More than there is room for, so that errors are observed, too.
            new LoadRun(bench, "load").here(
                    LoadPlan.closed(LoadRun.sale(1), 30, BRIEF), source(bench, pool(PoolSpec.Kind.NONE, 1)));
        });
        assertThat(run.observations())
                .filteredOn(seen -> !(seen instanceof Observation.Event) && !(seen instanceof Observation.Series))
                .hasSizeGreaterThan(20)
                .allMatch(seen -> LoadDetails.contain("load", seen.id()));
        assertThat(run.observations()).filteredOn(Observation.Event.class::isInstance)
                .extracting(seen -> ((Observation.Event) seen).text())
                .filteredOn(text -> text.matches("on the server: [\\d.,]+ backends busy, mean.*; they wait most for .+, \\d+ %"))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(PoolSpec.Kind.class)
    void a_closed_loop_counts_what_the_server_counts(PoolSpec.Kind kind) {
        Evidence seen = completed(run(bench -> new LoadRun(bench, "load")
                .here(LoadPlan.closed(LoadRun.pointRead(), 4, BRIEF), source(bench, pool(kind, 4)))));
        assertThat(seen.count("load.successes")).isPositive().isEqualTo(calls(seen, "select title"));
        assertThat(seen.count("load.errors")).isZero();
        assertThat(seen.count("load.backends-peak")).isPositive();
        // Without a pool the backend of the last request may still be ending while the next one's is there.
        if (kind != PoolSpec.Kind.NONE) assertThat(seen.count("load.backends-peak")).isLessThanOrEqualTo(4);
        assertThat(seen.has("load.latency")).isTrue();
        assertThat(seen.has("load.rates")).isTrue();
        assertThat(seen.has("load.tail")).isTrue();
        assertThat(seen.has("load.backends")).isTrue();
        assertThat(seen.figure("load.cpu.generator")).isPositive();
        if (ProcessTimes.ofEndedChildren().isPresent()) {
            assertThat(seen.figure("load.cpu.server")).isPositive();
            if (kind != PoolSpec.Kind.NONE) assertThat(seen.figure("load.backend-memory")).isBetween(1e5, 1e8);
        }
    }

    @Test
    void a_sale_writes_what_it_counts() throws Exception {
        Work sale = LoadRun.sale(2);
        Evidence seen = completed(run(bench -> {
            ConnectionSource source = source(bench, pool(PoolSpec.Kind.KEYED, 5));
            LoadRun.prepare(sale, source);
            new LoadRun(bench, "load").with("pooler", ProcessHandle.current().pid())
                    .here(LoadPlan.closed(sale, 5, BRIEF), source);
        }));
        long sold = seen.count("load.successes");
        assertThat(sold).isPositive();
        assertThat(number("select count(*) from load_sales")).isEqualTo(sold);
        assertThat(number("select sum(takings) from load_shops")).isEqualTo(number("select sum(amount) from load_sales"));
        assertThat(number("select sum(takings) from load_cashiers")).isEqualTo(number("select sum(amount) from load_sales"));
        assertThat(seen.has("load.waits")).isTrue();
        assertThat(seen.has("load.cpu.pooler")).isEqualTo(ProcessTimes.of(1).isPresent());
    }

    @ParameterizedTest
    @EnumSource(LoadPlan.Threads.class)
    void more_clients_than_connections_meet_53300(LoadPlan.Threads threads) {
        LoadResult[] result = new LoadResult[1];
        LoadPlan plan = LoadPlan.closed(LoadRun.pointRead(), 20, BRIEF)
                .holding(LoadPlan.Holding.PER_CLIENT).retrying(Retry.after(Duration.ofMillis(50))).on(threads);
        Evidence seen = completed(run(bench -> result[0] =
                new LoadRun(bench, "load").here(plan, source(bench, pool(PoolSpec.Kind.NONE, 20)))));
        assertThat(result[0].errors()).extracting(Failure::sqlState).containsExactly("53300");
        assertThat(result[0].errors().getFirst().firstText()).matches(NO_ROOM);
        assertThat(result[0].errorCount()).isEqualTo(result[0].retries() + result[0].failures());
        assertThat(result[0].successes()).isPositive();
        assertThat(seen.count("load.backends-peak")).isBetween(1L, 12L);
        assertThat(seen.table("load.errors-by-state").column("SQLSTATE")).containsExactly("53300");
    }

    @Test
    void two_instances_begin_together_and_are_one_result() {
        LoadResult[] result = new LoadResult[1];
        Evidence seen = completed(run(bench -> result[0] = new LoadRun(bench, "load")
                .apart(2, LoadPlan.closed(LoadRun.pointRead(), 3, BRIEF), pool(PoolSpec.Kind.KEYED, 3),
                        server.text("load"), 3)));
        assertThat(result[0].instances()).isEqualTo(2);
        assertThat(result[0].lost()).isEmpty();
        assertThat(result[0].successes()).isPositive().isEqualTo(calls(seen, "select title"));
        assertThat(result[0].seconds()).extracting(Second::number).containsExactly(1, 2);
        assertThat(seen.count("load.backends-peak")).isEqualTo(6);
        assertThat(result[0].cpu()).isPositive();
    }

    @Test
    void a_server_without_room_refuses_an_instance_before_the_load() {
        Run run = run(bench -> new LoadRun(bench, "load")
                .apart(2, LoadPlan.closed(LoadRun.pointRead(), 1, BRIEF), pool(PoolSpec.Kind.KEYED, 10),
                        server.text("load"), 10));
        assertThat(run.ending()).isEqualTo(Run.Ending.FAILED);
        assertThat(run.reason()).matches("the process ended early \\(exit code 1: " + NO_ROOM + "\\)");
    }

    @Test
    void an_instance_that_is_killed_is_lost_and_the_other_one_counts() throws Exception {
        LoadPlan plan = LoadPlan.closed(LoadRun.pointRead(), 2, Duration.ofSeconds(3));
        var order = new Instance.Order(plan, pool(PoolSpec.Kind.KEYED, 2), server.text("load"), 2);
        try (Instances both = new Instances(2, order)) {
            LoadResult result = both.run(new LoadListener() {
                @Override
                public void counting() {
                    ProcessHandle.of(both.pid(0)).ifPresent(ProcessHandle::destroyForcibly);
                }

                @Override
                public void passed(Second second) {}
            });
            assertThat(result.instances()).isEqualTo(1);
            assertThat(result.lost()).singleElement().asString().startsWith("the process ended early (exit code ");
            assertThat(result.successes()).isPositive();
            assertThat(result.seconds()).hasSize(3);
        }
    }

    @Test
    void closing_leaves_no_instance() throws Exception {
        LoadPlan plan = LoadPlan.closed(LoadRun.pointRead(), 1, Duration.ofMinutes(5));
        var all = new Instances(2, new Instance.Order(plan, pool(PoolSpec.Kind.KEYED, 1), server.text("load"), 0));
        List<ProcessHandle> processes = List.of(handle(all, 0), handle(all, 1));
        CountDownLatch passed = new CountDownLatch(1);
        CompletableFuture<LoadResult> result = CompletableFuture.supplyAsync(() -> all.run(second -> passed.countDown()));
        assertThat(passed.await(60, TimeUnit.SECONDS)).isTrue();
        all.close();
        assertThat(result.get(10, TimeUnit.SECONDS).endedEarly()).isTrue();
        assertThat(result.get().instances()).isEqualTo(2);
        for (ProcessHandle process : processes) process.onExit().get(10, TimeUnit.SECONDS);
    }

    private static ProcessHandle handle(Instances all, int number) {
        return ProcessHandle.of(all.pid(number)).orElseThrow();
    }

    @Test
    void cancelling_keeps_what_was_measured() throws Exception {
        CountDownLatch counting = new CountDownLatch(1);
        LoadPlan plan = LoadPlan.closed(counted(counting), 2, Duration.ofMinutes(5));
        CompletableFuture<Run> run = CompletableFuture.supplyAsync(() -> run(bench -> {
            new LoadRun(bench, "load").here(plan, source(bench, pool(PoolSpec.Kind.KEYED, 2)));
            new CountDownLatch(1).await();
        }));
        assertThat(counting.await(60, TimeUnit.SECONDS)).isTrue();
        runner.cancel();
        Run ended = run.get(30, TimeUnit.SECONDS);
        assertThat(ended.ending()).isEqualTo(Run.Ending.INTERRUPTED);
        assertThat(evidence(ended).count("load.successes")).isPositive();
        assertThat(evidence(ended).count("load.errors")).isZero();
    }

    /** Point reads that tell when the hundredth is done. */
    private static Work counted(CountDownLatch hundredth) {
        int[] done = {0};
        Work read = LoadRun.pointRead();
        return (connection, random) -> {
            read.perform(connection, random);
            synchronized (done) {
                if (++done[0] == 100) hundredth.countDown();
            }
        };
    }

    @Test
    void an_open_loop_below_saturation_serves_every_arrival() {
        LoadResult[] result = new LoadResult[1];
        completed(run(bench -> result[0] = new LoadRun(bench, "load")
                .here(LoadPlan.open(LoadRun.pointRead(), 4, 100, Duration.ofSeconds(2)).warmingUp(Duration.ofSeconds(1)),
                        source(bench, pool(PoolSpec.Kind.KEYED, 4)))));
        assertThat(result[0].successes() + result[0].unserved()).isEqualTo(200);
        assertThat(result[0].successes()).isGreaterThan(150);
    }

    @Test
    void pgbench_gives_a_second_opinion() {
        Assumptions.assumeTrue(Pgbench.find().isPresent(), "needs pgbench");
        LoadPlan plan = LoadPlan.closed(LoadRun.pointRead(), 4, BRIEF);
        Evidence seen = completed(run(bench -> {
            LoadRun load = new LoadRun(bench, "load");
            load.besidePgbench(load.here(plan, source(bench, pool(PoolSpec.Kind.HIKARI, 4))), 4);
        }));
        assertThat(seen.figure("load.pgbench")).isPositive();
        assertThat(seen.figure("load.beside-pgbench")).isBetween(0.01, 10.0);
    }
}
