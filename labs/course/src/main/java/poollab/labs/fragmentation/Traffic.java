package poollab.labs.fragmentation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import poollab.clientpool.ConnectionPools;

/** The tenants' requests: in each round one of every tenant, a few at a time. */
final class Traffic implements AutoCloseable {
    private final ConnectionPools pools;
    private final IntFunction<String> texts;
    private final int tenants;
    private final ExecutorService workers;

    /** Times to get a connection, in microseconds. */
    private final Histogram borrows = new ConcurrentHistogram(2);

    private final AtomicInteger ownTenantSeen = new AtomicInteger();
    private final AtomicInteger foreignTenantSeen = new AtomicInteger();

    /**
     * @param texts the connection string of each request, by its number
     * @param parallelism requests at work at the same time
     */
    Traffic(ConnectionPools pools, IntFunction<String> texts, int tenants, int parallelism) {
        this.pools = pools;
        this.texts = texts;
        this.tenants = tenants;
        this.workers = Executors.newFixedThreadPool(parallelism, Thread.ofVirtual().factory());
    }

    /** One request of every tenant. Returns when all are served; the first failure is thrown. */
    void round(int round) throws Exception {
        List<Future<?>> requests = new ArrayList<>();
        for (int tenant = 0; tenant < tenants; tenant++) {
            int request = (round - 1) * tenants + tenant;
            requests.add(workers.submit(() -> {
                serve(request);
                return null;
            }));
        }
        for (Future<?> request : requests) request.get();
    }

    private void serve(int request) throws SQLException {
        String tenant = String.valueOf(1 + request % tenants);
        long asked = System.nanoTime();
        // tag::request[]
        try (Connection connection = pools.open(texts.apply(request))) {
            borrows.recordValue(Math.max(1, (System.nanoTime() - asked) / 1_000));
            connection.setAutoCommit(false);
            if (!tenant(connection).isEmpty()) foreignTenantSeen.incrementAndGet();
            setTenant(connection, tenant);
            countOrders(connection, 1 + request % tenants);
            if (tenant(connection).equals(tenant)) ownTenantSeen.incrementAndGet();
            connection.commit();
        }
        // end::request[]
    }

    /** The right way to carry the tenant: it is gone when the transaction ends. */
    // tag::set-tenant[]
    private static void setTenant(Connection connection, String tenant) throws SQLException {
        try (PreparedStatement set = connection.prepareStatement("select set_config('app.tenant', ?, true)")) {
            set.setString(1, tenant);
            set.execute();
        }
    }
    // end::set-tenant[]

    private static String tenant(Connection connection) throws SQLException {
        try (PreparedStatement get =
                        connection.prepareStatement("select coalesce(current_setting('app.tenant', true), '')");
                ResultSet row = get.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    private static void countOrders(Connection connection, int customer) throws SQLException {
        try (PreparedStatement count =
                connection.prepareStatement("select count(*) from orders where customer_id = ?")) {
            count.setInt(1, customer);
            count.execute();
        }
    }

    Histogram borrows() {
        return borrows;
    }

    int ownTenantSeen() {
        return ownTenantSeen.get();
    }

    int foreignTenantSeen() {
        return foreignTenantSeen.get();
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
