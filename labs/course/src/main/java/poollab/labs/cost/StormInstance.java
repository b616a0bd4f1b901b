package poollab.labs.cost;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.labs.Sql;

/**
 * The main program of one instance of the application. Line by line:
 *
 * <pre>
 * in:  the connection text, password included     out: up
 * in:  fill N                                     out: warm, when the pool has its minimum of N
 * in:  serve                                      out: served C T, connects in all and the first query's server time
 * in:  close                                      out: closed
 * </pre>
 *
 * Then {@code fill} again, or the end of its input, at which it ends.
 */
public final class StormInstance {
    /** Requests of its users at the same time, and how many each of them makes. */
    static final int USERS = 2;

    static final int REQUESTS = 5;

    private static final int MAX_SIZE = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A request's query, which also tells when it began. */
    private static final String FIND =
            "select (extract(epoch from statement_timestamp()) * 1000000)::bigint from books where id = ";

    private StormInstance() {}

    public static void main(String[] arguments) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String text = input.readLine();
        warmUp(text);
        say("up");
        KeyedPools pools = null;
        for (String order = input.readLine(); order != null; order = input.readLine()) {
            switch (order.split(" ")[0]) {
                case "fill" -> {
                    pools = fill(text, Integer.parseInt(order.split(" ")[1]));
                    say("warm");
                }
                case "serve" -> {
                    long first = serve(pools, text);
                    say("served " + pools.counters().hardConnects() + " " + first);
                }
                case "close" -> {
                    pools.close();
                    say("closed");
                }
                default -> throw new IllegalArgumentException(order);
            }
        }
        // Pools may keep threads; the process ends all the same.
        System.exit(0);
    }

    /** A fresh process loads and compiles the driver for longer than a login takes. That is not to be measured. */
    private static void warmUp(String text) throws Exception {
        try (KeyedPools pools = fill(text, USERS)) {
            serve(pools, text);
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    // tag::fill[]
    static KeyedPools fill(String text, int minimum) throws Exception {
        PoolSettings settings = new PoolSettings(MAX_SIZE, PATIENCE)
                .withMinSize(minimum)
                .withoutBlocking();
        KeyedPools pools = new KeyedPools(settings, PoolListener.NONE);
        if (minimum > 0) pools.open(text).close(); // from now on it fills
        awaitFull(pools, minimum);
        return pools;
    }
    // end::fill[]

    private static void awaitFull(KeyedPools pools, int minimum) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (pools.counters().pooledConnections() < minimum) {
            if (System.nanoTime() > end)
                throw new SQLException("the pool is not warm after " + PATIENCE.toSeconds() + " s");
            Thread.sleep(1);
        }
    }

    /** Returns the server's time of the first query, in microseconds since 1970. */
    private static long serve(KeyedPools pools, String text) throws Exception {
        List<Future<Long>> users = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(USERS)) {
            for (int user = 0; user < USERS; user++) users.add(threads.submit(() -> use(pools, text)));
            long first = Long.MAX_VALUE;
            for (Future<Long> user : users) first = Math.min(first, user.get());
            return first;
        }
    }

    private static long use(KeyedPools pools, String text) throws SQLException {
        long first = Long.MAX_VALUE;
        for (int request = 1; request <= REQUESTS; request++) {
            try (Connection connection = pools.open(text)) {
                first = Math.min(first, Sql.number(connection, FIND + request));
            }
        }
        return first;
    }
}
