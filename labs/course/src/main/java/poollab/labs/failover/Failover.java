package poollab.labs.failover;

import java.time.Duration;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.HikariPools;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.labs.PoolerKnob;
import poollab.labs.Toggle;

/** A server restarts, crashes, changes places or disappears behind its pooler, while clients place orders. */
public final class Failover implements Experiment {
    static final Parameter<Event> EVENT = Parameter.choice("event", Event.RESTART, "what happens");
    static final Parameter<Through> THROUGH =
            Parameter.choice("through", Through.KEYED, "what stands between the orders and the server");
    static final Parameter<Toggle> PAUSE = Parameter.choice(
            "pause", Toggle.OFF, "through the pooler: whether it is paused for a planned restart or switchover");
    static final Parameter<Toggle> BLOCKING_PERIOD = Parameter.choice(
            "blocking-period", Toggle.ON, "whether the keyed pool repeats a failed login's error for 5 s and more");
    static final Parameter<Hosts> HOSTS =
            Parameter.choice("hosts", Hosts.ONE, "in a switchover: which servers the application's URL names");
    static final Parameter<Integer> CLIENTS =
            Parameter.whole("clients", 20, 2, 100, "clients that place orders, each with a connection of its own at hand");
    static final Parameter<Integer> INSTANCES =
            Parameter.whole("instances", 10, 2, 20, "instances of the application that reconnect, or are deployed");
    static final Parameter<Duration> JITTER = Parameter.time(
            "jitter", Duration.ofSeconds(6), Duration.ZERO, Duration.ofSeconds(10),
            "longest pause before the next attempt to connect; drawn anew each time");

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(EVENT, THROUGH, PAUSE, BLOCKING_PERIOD, HOSTS, CLIENTS, INSTANCES, JITTER, PoolerKnob.POOLER);
    }

    @Override
    public List<Claim> claims() {
        return FailoverClaims.ALL;
    }

    /** Whether the pooler holds the clients while the server is away. */
    static boolean paused(Settings settings) {
        return settings.get(THROUGH) == Through.POOLER && settings.get(PAUSE) == Toggle.ON
                && settings.get(EVENT) != Event.KILL;
    }

    /** Whether the way to the new primary is known after a switchover. */
    static boolean findsThePrimary(Settings settings) {
        return settings.get(THROUGH) == Through.POOLER ? paused(settings) : settings.get(HOSTS) == Hosts.BOTH;
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        switch (settings.get(EVENT)) {
            case RESTART, KILL -> new Restarts(bench, settings).run();
            case SWITCHOVER -> new Switchover(bench, settings).run();
            case PROBES -> new Outage(bench, settings).run();
            case POOLER_KILLED -> new PoolerKilled(bench, settings).run();
            case SESSIONS_ENDED -> new SessionsEnded(bench, settings).run();
            case RECONNECT -> new Reconnect(bench, settings).run();
            case DEPLOY -> new Deploy(bench, settings).run();
        }
    }

    /** The application's pool: a connection for each client, and no reset, which would be another round trip. */
    static ConnectionPools pools(Settings settings, PoolListener listener) {
        PoolSettings each = new PoolSettings(settings.get(CLIENTS), CONNECT_TIMEOUT, ConnectionReset.NONE);
        if (settings.get(BLOCKING_PERIOD) == Toggle.OFF) each = each.withoutBlocking();
        return settings.get(THROUGH) == Through.HIKARI
                ? new HikariPools(each, listener)
                : new KeyedPools(each, listener);
    }

    static void recordConnects(Bench bench, String name, Connects connects, long since) {
        bench.figureOf(name, "connects", "connections opened afterwards", connects.since(since), Unit.COUNT);
        bench.figureOf(name, "failed-logins", "logins that failed", connects.failed(), Unit.COUNT);
        bench.figureOf(name, "peak", "most logins begun within a second",
                connects.peak(since, Duration.ofSeconds(1)), Unit.COUNT);
    }
}
