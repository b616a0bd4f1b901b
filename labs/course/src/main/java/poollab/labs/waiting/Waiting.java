package poollab.labs.waiting;

import static poollab.labs.PoolerKnob.POOLER;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.pooler.PoolerPlan;
import poollab.labs.PoolerKnob;

/** Where requests queue, and who gives up first: six parts, one after another or one alone. */
public final class Waiting implements Experiment {
    static final Parameter<Part> PART = Parameter.choice("part", Part.ALL, "what runs");
    static final Parameter<Fault> FAULT =
            Parameter.choice("fault", Fault.LEAKED_TRANSACTION, "why requests queue at the pooler");
    static final Parameter<Integer> POOL_SIZE =
            Parameter.whole("pool-size", 3, 1, 20, "server connections of the pooler");
    static final Parameter<Integer> CLIENTS = Parameter.whole("clients", 8, 1, 50, "requests at once");
    static final Parameter<Duration> QUERY_WAIT_TIMEOUT =
            seconds("query-wait-timeout", 2, "longest wait in the pooler's queue");
    static final Parameter<Duration> QUERY_TIMEOUT =
            seconds("query-timeout", 1, "the pooler's limit for a query, its wait included");
    static final Parameter<Duration> IDLE_TRANSACTION_TIMEOUT =
            seconds("idle-transaction-timeout", 1, "the pooler's limit for a transaction that does nothing");
    static final Parameter<Duration> CLIENT_LOGIN_TIMEOUT =
            seconds("client-login-timeout", 1, "the pooler's limit for a login");
    static final Parameter<Integer> MAX_CLIENT_CONN =
            Parameter.whole("max-client-conn", 8, 2, 100, "the pooler's limit for clients");
    static final Parameter<Integer> RESERVE_POOL_SIZE =
            Parameter.whole("reserve-pool-size", 2, 0, 10, "further server connections when clients wait too long");
    static final Parameter<Duration> RESERVE_POOL_TIMEOUT =
            seconds("reserve-pool-timeout", 1, "how long is too long");
    static final Parameter<Integer> THREADS = Parameter.whole("threads", 10, 2, 40, "requests of the nested pool");
    static final Parameter<Integer> CONNECTIONS_EACH =
            Parameter.whole("connections-each", 2, 1, 4, "connections that each of them holds at once");
    static final Parameter<Integer> CLIENT_POOL =
            Parameter.whole("client-pool", 10, 1, 100, "connections of that pool");
    static final Parameter<Unlock> UNLOCK =
            Parameter.choice("unlock", Unlock.IN_FINALLY, "how a job whose work fails gives back its lock");
    static final Parameter<Order> ORDER =
            Parameter.choice("order", Order.WRONG, "how the limits behind the gateway stand to its own");
    static final Parameter<Duration> GATEWAY_TIMEOUT =
            seconds("gateway-timeout", 3, "how long the gateway waits for the shop");

    private static Parameter<Duration> seconds(String name, int standard, String help) {
        return Parameter.time(name, Duration.ofSeconds(standard), Duration.ofSeconds(1), Duration.ofSeconds(10), help);
    }

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(
                PART, POOLER, FAULT, POOL_SIZE, CLIENTS, QUERY_WAIT_TIMEOUT, QUERY_TIMEOUT, IDLE_TRANSACTION_TIMEOUT,
                CLIENT_LOGIN_TIMEOUT, MAX_CLIENT_CONN, RESERVE_POOL_SIZE, RESERVE_POOL_TIMEOUT, THREADS,
                CONNECTIONS_EACH, CLIENT_POOL, UNLOCK, ORDER, GATEWAY_TIMEOUT);
    }

    @Override
    public List<Claim> claims() {
        return Stream.of(PoolerClaims.ALL, ApplicationClaims.ALL).flatMap(List::stream).toList();
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        Part part = settings.get(PART);
        PoolerPlan plan = PoolerPlan.of(bench.server())
                .kind(PoolerKnob.transactional(settings))
                .set("pool_mode", "transaction");
        if (part.includes(Part.QUEUE)) new Queue(bench, settings, plan).measure();
        if (part.includes(Part.ERRORS)) new Errors(bench, settings, plan).measure();
        if (part.includes(Part.RESERVE)) new Reserve(bench, settings, plan).measure();
        if (part.includes(Part.NESTED)) new Nested(bench, settings).measure();
        if (part.includes(Part.UNLOCK)) new Unlocking(bench, settings.get(UNLOCK)).measure();
        if (part.includes(Part.LAYERS)) new Layers(bench, settings, plan).measure();
    }

    /** As a pgbouncer.ini has it. */
    static String seconds(Duration duration) {
        return String.valueOf(duration.toMillis() / 1e3);
    }
}
