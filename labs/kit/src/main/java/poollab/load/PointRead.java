package poollab.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/**
 * One row by its primary key, each time another.
 *
 * @param sql a query with one parameter, the key
 * @param keys keys are 1 up to this number, all equally likely
 */
public record PointRead(String sql, int keys) implements Work {
    @Override
    public void perform(Connection connection, RandomGenerator random) throws SQLException {
        int key = 1 + random.nextInt(keys);
        try (PreparedStatement read = connection.prepareStatement(sql)) {
            read.setInt(1, key);
            try (ResultSet row = read.executeQuery()) {
                if (!row.next()) throw new SQLException("no row with key " + key, "02000");
                for (int column = row.getMetaData().getColumnCount(); column > 0; column--) row.getString(column);
            }
        }
    }
}
