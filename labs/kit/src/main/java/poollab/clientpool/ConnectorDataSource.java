package poollab.clientpool;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** The least a pool library needs to open physical connections by a function. */
final class ConnectorDataSource implements DataSource {
    /** Opens a physical connection within the time given. */
    @FunctionalInterface
    interface Opener {
        Connection open(Duration left) throws SQLException;
    }

    private final Opener opener;
    private volatile int loginTimeout = 30;

    ConnectorDataSource(Opener opener) {
        this.opener = opener;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return opener.open(Duration.ofSeconds(loginTimeout));
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("user and password are in the connection text");
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("logs nothing");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("not a wrapper of " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
