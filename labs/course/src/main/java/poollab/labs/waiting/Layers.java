package poollab.labs.waiting;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.HikariPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.labs.ServerView;

/** Three requests through a gateway: one waits for the client pool, one for the pooler, one for the database. */
final class Layers {
    static final String POOL = "client-pool";
    static final String POOLER = "pooler";
    static final String DATABASE = "database";
    static final List<String> ALL = List.of(POOL, POOLER, DATABASE);

    private static final String WEB = "bookstore web";
    private static final String REPORTS = "bookstore report";
    private static final Map<String, String> OWN_WORDS = Map.of(
            POOL, "– .*Connection is not available, request timed out after .*",
            POOLER, "08P01 query_wait_timeout",
            DATABASE, "57014 canceling statement due to statement timeout");
    private static final List<Column> COLUMNS = List.of(
            new Column("waits for", Unit.TEXT), new Column("HTTP", Unit.TEXT), new Column("what the user gets", Unit.TEXT));

    private final Bench bench;
    private final Duration gatewayTimeout;
    private final Duration inner;
    private final PoolerPlan plan;

    Layers(Bench bench, Settings settings, PoolerPlan plan) {
        this.bench = bench;
        this.gatewayTimeout = settings.get(Waiting.GATEWAY_TIMEOUT);
        this.inner = settings.get(Waiting.ORDER).inner(gatewayTimeout);
        this.plan = plan.named("layers").set("default_pool_size", 1).set("query_wait_timeout", Waiting.seconds(inner));
    }

    void measure() throws Exception {
        String direct = bench.server().text(WEB);
        try (ConnectionPools pools = bench.lend(new HikariPools(new PoolSettings(1, inner), PoolListener.NONE));
                LabPooler pooler = LabPooler.lend(bench, plan);
                Connection waiting = DriverManager.getConnection(pooler.text(WEB));
                Connection busy = DriverManager.getConnection(pooler.text(WEB));
                Connection reporting = DriverManager.getConnection(bench.server().text(REPORTS));
                Statement report = reporting.createStatement()) {
            Connection lost = pools.open(direct);
            ServerView reports = new ServerView(bench, REPORTS);
            bench.event("limits", Outcome.NOTE,
                    "gateway " + ms(gatewayTimeout) + ", client pool, pooler and statement " + ms(inner));
            busy.setAutoCommit(false);
            Shop.read(busy);
            report.execute("set statement_timeout = " + inner.toMillis());
            Map<String, Gateway.Page> pages = new LinkedHashMap<>();
            pages.put(POOL, () -> pools.open(direct).close());
            pages.put(POOLER, () -> Shop.read(waiting));
            pages.put(DATABASE, () -> Shop.report(report));
            Map<String, Callable<Boolean>> goesOn = Map.of(
                    POOL, () -> pools.state().waiting() > 0,
                    POOLER, () -> pooler.show("pools").sum("cl_waiting") > 0,
                    DATABASE, () -> reports.own().stream().anyMatch(s -> s.state().equals("active")));
            try (Gateway gateway = bench.lend(new Gateway(gatewayTimeout, pages))) {
                askAll(gateway, goesOn);
                // What still waits gets what it waits for, and ends.
                report.cancel();
                lost.close();
                busy.commit();
                bench.await(Duration.ofSeconds(10), () -> none(goesOn));
            }
        }
    }

    private void askAll(Gateway gateway, Map<String, Callable<Boolean>> goesOn) throws Exception {
        ExecutorService users = Executors.newVirtualThreadPerTaskExecutor();
        bench.lend(users::shutdownNow);
        Map<String, Future<Answer>> asked = new LinkedHashMap<>();
        for (String layer : ALL) asked.put(layer, users.submit(() -> ask(gateway, layer, goesOn.get(layer))));
        List<List<Object>> rows = new ArrayList<>();
        for (String layer : ALL) {
            Answer answer = asked.get(layer).get();
            answer.record(bench, layer);
            rows.add(List.of(layer, String.valueOf(answer.status), answer.body));
        }
        bench.table("layers", "Who answers", COLUMNS, rows, null);
    }

    private Answer ask(Gateway gateway, String layer, Callable<Boolean> goesOn) throws Exception {
        long begin = bench.nanos();
        HttpResponse<String> response = gateway.get(layer);
        double took = (bench.nanos() - begin) / 1e6;
        return new Answer(response.statusCode(), response.body(), took, goesOn.call());
    }

    private static boolean none(Map<String, Callable<Boolean>> goesOn) throws Exception {
        for (Callable<Boolean> one : goesOn.values()) if (one.call()) return false;
        return true;
    }

    private static String ms(Duration duration) {
        return Unit.MILLISECONDS.format(duration.toMillis());
    }

    /** @param goesOn whether the shop still worked for the user when the user had it */
    private record Answer(int status, String body, double ms, boolean goesOn) {
        void record(Bench bench, String layer) {
            bench.event("user", Outcome.FAILED,
                    layer + ": HTTP " + status + " " + body + " after " + Unit.MILLISECONDS.format(ms));
            bench.figureOf(layer, "status", "HTTP status", status, Unit.COUNT);
            bench.figureOf(layer, "answered", "answered after", ms, Unit.MILLISECONDS);
            bench.figureOf(layer, "own-words", "answers in its own words",
                    body.matches(OWN_WORDS.get(layer)) ? 1 : 0, Unit.COUNT);
            bench.figureOf(layer, "goes-on", "requests that go on without a user", goesOn ? 1 : 0, Unit.COUNT);
        }
    }
}
