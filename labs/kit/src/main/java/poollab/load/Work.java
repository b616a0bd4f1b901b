package poollab.load;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/** What one request does on its connection. Stateless, and serializable: it travels to other processes. */
public interface Work extends Serializable {
    /** Makes the tables it needs, in autocommit mode, before any load. Does nothing unless it says otherwise. */
    default void prepare(Connection connection) throws SQLException {}

    /** Leaves no transaction open when it returns. */
    void perform(Connection connection, RandomGenerator random) throws SQLException;
}
