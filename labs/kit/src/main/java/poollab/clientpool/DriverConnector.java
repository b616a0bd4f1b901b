package poollab.clientpool;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;

/**
 * Connects through {@link DriverManager}. What the text itself says wins over the two properties added for pgjdbc:
 *
 * <ul>
 *   <li>{@code loginTimeout}: what is left of the connect timeout, so that a server that accepts and then says nothing
 *       cannot hold a caller beyond it;
 *   <li>{@code assumeMinServerVersion}: pgjdbc then sends application_name with the login, where it is the session's
 *       default. Sent by SET afterwards, as it does otherwise, the name would not survive the {@code DISCARD ALL} of the
 *       first return.
 * </ul>
 *
 * Other drivers keep their own login timeout.
 */
final class DriverConnector implements PhysicalConnector {
    @Override
    public Connection connect(String text, Duration left) throws SQLException {
        return connect(text, Identity.OF_TEXT, left);
    }

    @Override
    public Connection connect(String text, Identity identity, Duration left) throws SQLException {
        Properties properties = new Properties();
        identity.into(properties, text.startsWith("jdbc:sqlserver:"));
        if (text.startsWith("jdbc:postgresql:")) {
            properties.setProperty("loginTimeout", String.format(Locale.ROOT, "%.3f", Math.max(1, left.toMillis()) / 1e3));
            properties.setProperty("assumeMinServerVersion", "10");
        }
        return DriverManager.getConnection(text, properties);
    }
}
