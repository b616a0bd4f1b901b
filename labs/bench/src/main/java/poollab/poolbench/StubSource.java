package poollab.poolbench;

import java.io.PrintWriter;
import java.sql.Connection;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Gives out {@link StubConnection}s. */
final class StubSource implements DataSource {
    @Override
    public Connection getConnection() {
        return new StubConnection();
    }

    @Override
    public Connection getConnection(String user, String password) {
        return new StubConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return null;
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
