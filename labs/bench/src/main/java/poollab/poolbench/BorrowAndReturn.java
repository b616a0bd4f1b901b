package poollab.poolbench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PhysicalConnector;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;

/** Borrows a connection and gives it back, with nothing in between: what the pool itself costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BorrowAndReturn {
    private static final String TEXT = "jdbc:stub:bookstore";

    private interface Source {
        Connection get() throws SQLException;
    }

    @Param({"keyed", "hikari"})
    public String pool;

    @Param("8")
    public int size;

    private Source source;
    private AutoCloseable opened;

    @Setup
    public void open() {
        if (pool.equals("keyed")) {
            PhysicalConnector connector = (text, left) -> new StubConnection();
            var pools = new KeyedPools(new PoolSettings(size, Duration.ofSeconds(30)), PoolListener.NONE, connector, System::nanoTime);
            source = () -> pools.open(TEXT);
            opened = pools;
        } else {
            var config = new HikariConfig();
            config.setDataSource(new StubSource());
            config.setMaximumPoolSize(size);
            var pools = new HikariDataSource(config);
            source = pools::getConnection;
            opened = pools;
        }
    }

    @TearDown
    public void close() throws Exception {
        opened.close();
    }

    @Benchmark
    public Connection borrowAndReturn() throws SQLException {
        try (Connection connection = source.get()) {
            return connection;
        }
    }
}
