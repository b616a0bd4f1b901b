package poollab.load;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import poollab.clientpool.ConnectionPools;

/** Where a client gets its connections; {@link Connection#close()} gives one back. Thread-safe. */
@FunctionalInterface
public interface ConnectionSource {
    Connection get() throws SQLException;

    static ConnectionSource of(DataSource source) {
        return source::getConnection;
    }

    /** @param text a JDBC URL with user and password among its parameters */
    static ConnectionSource of(ConnectionPools pools, String text) {
        return () -> pools.open(text);
    }
}
