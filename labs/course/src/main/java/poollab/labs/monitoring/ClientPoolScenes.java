package poollab.labs.monitoring;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import poollab.clientpool.AmbientTransaction;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;

/** The faults of Part I, which no pooler sees. */
final class ClientPoolScenes {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int TENANTS = 15;

    private final Stage stage;

    ClientPoolScenes(Stage stage) {
        this.stage = stage;
        stage.pooler(Map.of());
    }

    static PoolSettings pool(int size) {
        return new PoolSettings(size, LONG, ConnectionReset.NONE);
    }

    private String text() {
        return stage.direct("bookstore web");
    }

    /** Five connections that never come back, and three requests that wait for one. */
    void leak() throws Exception {
        Application web = stage.application("web", pool(5));
        for (int i = 0; i < 5; i++) web.hold(text());
        web.serve(3, PAUSE, text(), Application.reading());
        stage.watch();
        stage.untilFired();
    }

    void openTransaction() throws Exception {
        Application web = stage.application("web", pool(5));
        for (int book = 1; book <= 5; book++) sellWithoutEnd(web.hold(text()), book);
        stage.watch();
        stage.untilFired();
    }

    static void sellWithoutEnd(Connection connection, int book) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("update books set stock = stock where id = " + book);
        }
    }

    /** Dropped without a close; the garbage collector comes by while somebody looks. */
    void reclaimed() throws Exception {
        KeyedPools pools = new KeyedPools(pool(5).withoutBlocking(), PoolListener.NONE);
        Application web = new Application("web", pools);
        stage.add(web);
        stage.watch();
        stage.firstScrape();
        for (int i = 0; i < 3; i++) pools.open(text()).isValid(1);
        stage.bench().await(LONG, () -> {
            System.gc();
            return pools.counters().reclaimedConnections() >= 1;
        });
        stage.untilFired();
    }

    /** The unit of work has no end: its connection came back to the pool, and nobody may have it. */
    void stasis() throws Exception {
        KeyedPools pools = new KeyedPools(pool(5).withoutBlocking(), PoolListener.NONE);
        stage.add(new Application("web", pools));
        try (AmbientTransaction unit = new AmbientTransaction()) {
            try (Connection connection = pools.open(text(), unit);
                    Statement statement = connection.createStatement()) {
                statement.execute("update books set stock = stock where id = 1");
            }
            stage.watch();
            stage.untilFired();
        }
    }

    void fragmentation() throws Exception {
        Application web = stage.application("web", pool(5));
        for (int tenant = 1; tenant <= TENANTS; tenant++)
            web.serve(stage.direct("bookstore tenant " + tenant), Application.reading());
        stage.watch();
        stage.untilFired();
    }

    /** A pool that may open eight and keeps one. */
    void churn() throws Exception {
        Application web = stage.application("web", pool(8).withMaxIdle(1));
        web.serve(4, PAUSE, text(), Application.taking(Duration.ofMillis(5)));
        stage.watch();
        stage.untilFired();
    }

    /** Forty connections for one user. */
    void oversize() throws Exception {
        Application web = stage.application("web", pool(40).withMinSize(40));
        web.serve(1, PAUSE, text(), Application.reading());
        web.opened(stage.bench(), 40);
        stage.watch();
        stage.untilFired();
    }

    /** Four instances that may open twenty each: eighty on a server that takes sixty. They have opened one each. */
    void budget() throws Exception {
        for (int instance = 1; instance <= 4; instance++)
            stage.application("web " + instance, pool(20)).serve(text(), Application.reading());
        stage.watch();
        stage.untilFired();
    }

    /** Seventy requests at once, on a server that takes sixty. */
    void overload() throws Exception {
        Application web = stage.application("web", pool(80));
        web.serve(70, Duration.ofMillis(1), text(), Application.taking(Duration.ofMillis(100)));
        web.opened(stage.bench(), 50);
        stage.watch();
        stage.untilFired();
        stage.figure("errors-53300", "errors with SQLSTATE 53300", web.errors("53300"));
    }
}
