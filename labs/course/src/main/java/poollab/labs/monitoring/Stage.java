package poollab.labs.monitoring;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerKind;
import poollab.bench.pooler.PoolerPlan;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Ports;
import poollab.engine.Server;
import poollab.monitoring.AlertRule;
import poollab.monitoring.Alerting;
import poollab.monitoring.Expression;
import poollab.monitoring.PromQl;
import poollab.monitoring.SeriesStore;

/** Where one fault is shown: a pooler and applications of its own, and a Prometheus that looks at them. */
final class Stage implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final long SHORTEST_INTERVAL_MS = 100;
    /** A busy machine scrapes late. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Bench bench;
    private final Fault fault;
    private final PoolerKind kind;
    private final int speed;
    private final Panel panel;
    private final SeriesStore store;
    private final List<AlertRule> rules;
    private final Alerting alerting;
    private final Alerting byColumnNames;
    private final Map<Fault, Double> peaks = new LinkedHashMap<>();
    private final Map<Fault, Expression> watched = new LinkedHashMap<>();
    private final Set<String> announced = new LinkedHashSet<>();
    private final List<Target> targets = new ArrayList<>();
    private Server server;
    private LabPooler pooler;
    private Scraper scraper;
    private long begin;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile int rounds;
    private volatile RuntimeException broken;

    Stage(Bench bench, Fault fault, PoolerKind kind, int speed, Panel panel) {
        this.bench = bench;
        this.server = bench.server();
        this.fault = fault;
        this.kind = kind;
        this.speed = speed;
        this.panel = panel;
        this.store = new SeriesStore(SeriesStore.LOOKBACK.dividedBy(speed));
        this.rules = Rules.read(Rules.ALERTS, speed);
        this.alerting = new Alerting(rules, store);
        this.byColumnNames = new Alerting(Rules.read(Rules.COLUMN_NAMES, speed), store);
        for (Fault each : Fault.shown()) watched.put(each, PromQl.parse(each.watched, speed));
    }

    Bench bench() {
        return bench;
    }

    Server server() {
        return server;
    }

    /** From now on the scene plays on a server of its own. */
    Server anotherServer() {
        server = bench.lend(bench.server().beside(Map.of()).orElseThrow(() -> new EnvironmentMissing(
                "This engine starts no second server.", "Leave this fault out, or take --engine embedded.")));
        return server;
    }

    /** Starts the pooler: transaction mode, four server connections, and its metrics. */
    LabPooler pooler(Map<String, ?> settings) {
        int metrics = Ports.free();
        PoolerPlan plan = PoolerPlan.of(server()).kind(kind).named(fault.id())
                .set("pool_mode", "transaction").set("default_pool_size", 4).set("max_client_conn", 500);
        if (kind == PoolerKind.BUNDLED) plan = plan.set("metrics_port", metrics);
        for (var setting : settings.entrySet()) plan = plan.set(setting.getKey(), setting.getValue());
        pooler = LabPooler.lend(bench, plan);
        targets.add(kind == PoolerKind.BUNDLED ? new PoolerEndpoint(metrics) : new Exporter(pooler));
        return pooler;
    }

    /** An instance of the application, with a keyed pool that passes on what the server refuses. */
    Application application(String name, PoolSettings settings) {
        Application application =
                new Application(name, new KeyedPools(settings.withoutBlocking().withParallelOpens(), PoolListener.NONE));
        add(application);
        return application;
    }

    void add(Application application) {
        targets.add(application);
    }

    /** Of this fault. */
    void figure(String name, String title, long count) {
        bench.figure(fault.id() + "." + name, fault.id() + ": " + title, count, Unit.COUNT);
    }

    String direct(String application) {
        return server().text(application);
    }

    /** Begins to scrape. What counters counted before is not growth. */
    void watch() {
        targets.add(new ServerMetrics(server()));
        begin = now();
        scraper = new Scraper(store, targets, Duration.ofMillis(intervalMs(speed)), this::now, this::evaluate);
        scraper.begin();
    }

    /** Nothing is scraped or evaluated any more: what was seen may be read. */
    void unwatch() {
        if (scraper != null) scraper.close();
    }

    static long intervalMs(int speed) {
        return Math.max(SHORTEST_INTERVAL_MS, INTERVAL.toMillis() / speed);
    }

    private long now() {
        return Math.round(bench.elapsedMs());
    }

    private void evaluate() {
        try {
            long at = now();
            alerting.evaluate(at);
            byColumnNames.evaluate(at);
            watched.forEach((each, expression) -> peaks.merge(each, Panel.highest(expression, store, at), Math::max));
            panel.add(store, at, alerting.now(Alerting.State.FIRING));
            rounds++;
            alerting.firings().stream().filter(firing -> announced.add(firing.alert())).forEach(this::announce);
        } catch (RuntimeException e) {
            broken = e;
        }
    }

    private void announce(Alerting.Firing firing) {
        bench.event(fault.actor(), Outcome.NOTE, String.format(
                Locale.ROOT, "%s fires after %.1f s: %.3g", firing.alert(), (firing.at() - begin) / 1e3, firing.value()));
    }

    /** What happens from then on is growth. */
    void firstScrape() throws Exception {
        bench.await(PATIENCE, () -> whole() && rounds > 0);
    }

    /** Until the fault's alerts have fired, or it is clear that they do not. */
    void untilFired() throws Exception {
        Duration limit = Rules.longest(rules, speed).multipliedBy(2).plus(PATIENCE);
        bench.await(limit, () -> whole() && alerting.fired().containsAll(fault.alerts));
    }

    /** As long as any rule needs. */
    Duration settling() {
        return Rules.longest(rules, speed).plusMillis(500);
    }

    private boolean whole() {
        if (broken != null) throw broken;
        return true;
    }

    Set<String> fired() {
        whole();
        return alerting.fired();
    }

    Set<String> firedByColumnNames() {
        return byColumnNames.fired();
    }

    double peak(Fault of) {
        return peaks.getOrDefault(of, 0.0);
    }

    /** Ends the scraping, then the scene. The server's sessions are gone when this returns. Safe to call twice. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) return;
        unwatch();
        for (Target target : targets) target.close();
        if (pooler != null) pooler.close();
        try (Connection observer = server().observe()) {
            long end = now() + PATIENCE.toMillis();
            while (!server().sessions(observer).isEmpty() && now() < end) Thread.sleep(20);
        } catch (SQLException e) {
            // The run has been broken off while there is no server.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
