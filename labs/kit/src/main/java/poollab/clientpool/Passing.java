package poollab.clientpool;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;

/** The many methods of a connection that are passed on to the physical one as they are. What is special about some: {@link Handle}. */
abstract class Passing implements Connection {
    @FunctionalInterface
    interface Question<T> {
        T to(Connection physical) throws SQLException;
    }

    @FunctionalInterface
    interface Order {
        void to(Connection physical) throws SQLException;
    }

    /** Asks the physical connection, if it may still be used. */
    abstract <T> T ask(Question<T> question) throws SQLException;

    /** As {@link #ask}, for something that leads back to the connection. */
    abstract <T> T made(Class<T> type, Question<T> maker) throws SQLException;

    final void tell(Order order) throws SQLException {
        ask(physical -> {
            order.to(physical);
            return null;
        });
    }

    @Override
    public final Statement createStatement() throws SQLException {
        return made(Statement.class, c -> c.createStatement());
    }

    @Override
    public final PreparedStatement prepareStatement(String sql) throws SQLException {
        return made(PreparedStatement.class, c -> c.prepareStatement(sql));
    }

    @Override
    public final CallableStatement prepareCall(String sql) throws SQLException {
        return made(CallableStatement.class, c -> c.prepareCall(sql));
    }

    @Override
    public final String nativeSQL(String sql) throws SQLException {
        return ask(c -> c.nativeSQL(sql));
    }

    @Override
    public final boolean getAutoCommit() throws SQLException {
        return ask(c -> c.getAutoCommit());
    }

    @Override
    public final DatabaseMetaData getMetaData() throws SQLException {
        return made(DatabaseMetaData.class, c -> c.getMetaData());
    }

    @Override
    public final boolean isReadOnly() throws SQLException {
        return ask(c -> c.isReadOnly());
    }

    @Override
    public final void setCatalog(String name) throws SQLException {
        tell(c -> c.setCatalog(name));
    }

    @Override
    public final String getCatalog() throws SQLException {
        return ask(c -> c.getCatalog());
    }

    @Override
    public final int getTransactionIsolation() throws SQLException {
        return ask(c -> c.getTransactionIsolation());
    }

    @Override
    public final SQLWarning getWarnings() throws SQLException {
        return ask(c -> c.getWarnings());
    }

    @Override
    public final void clearWarnings() throws SQLException {
        tell(c -> c.clearWarnings());
    }

    @Override
    public final Statement createStatement(int type, int concurrency) throws SQLException {
        return made(Statement.class, c -> c.createStatement(type, concurrency));
    }

    @Override
    public final PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        return made(PreparedStatement.class, c -> c.prepareStatement(sql, type, concurrency));
    }

    @Override
    public final CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        return made(CallableStatement.class, c -> c.prepareCall(sql, type, concurrency));
    }

    @Override
    public final Map<String, Class<?>> getTypeMap() throws SQLException {
        return ask(c -> c.getTypeMap());
    }

    @Override
    public final void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        tell(c -> c.setTypeMap(map));
    }

    @Override
    public final int getHoldability() throws SQLException {
        return ask(c -> c.getHoldability());
    }

    @Override
    public final Savepoint setSavepoint() throws SQLException {
        return ask(c -> c.setSavepoint());
    }

    @Override
    public final Savepoint setSavepoint(String name) throws SQLException {
        return ask(c -> c.setSavepoint(name));
    }

    @Override
    public final void rollback(Savepoint savepoint) throws SQLException {
        tell(c -> c.rollback(savepoint));
    }

    @Override
    public final void releaseSavepoint(Savepoint savepoint) throws SQLException {
        tell(c -> c.releaseSavepoint(savepoint));
    }

    @Override
    public final Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        return made(Statement.class, c -> c.createStatement(type, concurrency, holdability));
    }

    @Override
    public final PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability) throws SQLException {
        return made(PreparedStatement.class, c -> c.prepareStatement(sql, type, concurrency, holdability));
    }

    @Override
    public final CallableStatement prepareCall(String sql, int type, int concurrency, int holdability) throws SQLException {
        return made(CallableStatement.class, c -> c.prepareCall(sql, type, concurrency, holdability));
    }

    @Override
    public final PreparedStatement prepareStatement(String sql, int number) throws SQLException {
        return made(PreparedStatement.class, c -> c.prepareStatement(sql, number));
    }

    @Override
    public final PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
        return made(PreparedStatement.class, c -> c.prepareStatement(sql, columns));
    }

    @Override
    public final PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
        return made(PreparedStatement.class, c -> c.prepareStatement(sql, columns));
    }

    @Override
    public final Clob createClob() throws SQLException {
        return ask(c -> c.createClob());
    }

    @Override
    public final Blob createBlob() throws SQLException {
        return ask(c -> c.createBlob());
    }

    @Override
    public final NClob createNClob() throws SQLException {
        return ask(c -> c.createNClob());
    }

    @Override
    public final SQLXML createSQLXML() throws SQLException {
        return ask(c -> c.createSQLXML());
    }

    @Override
    public final String getClientInfo(String name) throws SQLException {
        return ask(c -> c.getClientInfo(name));
    }

    @Override
    public final Properties getClientInfo() throws SQLException {
        return ask(c -> c.getClientInfo());
    }

    @Override
    public final Array createArrayOf(String type, Object[] values) throws SQLException {
        return ask(c -> c.createArrayOf(type, values));
    }

    @Override
    public final Struct createStruct(String type, Object[] values) throws SQLException {
        return ask(c -> c.createStruct(type, values));
    }

    @Override
    public final void setSchema(String name) throws SQLException {
        tell(c -> c.setSchema(name));
    }

    @Override
    public final String getSchema() throws SQLException {
        return ask(c -> c.getSchema());
    }

    @Override
    public final int getNetworkTimeout() throws SQLException {
        return ask(c -> c.getNetworkTimeout());
    }

    @Override
    public final void beginRequest() throws SQLException {
        tell(c -> c.beginRequest());
    }

    @Override
    public final void endRequest() throws SQLException {
        tell(c -> c.endRequest());
    }

    @Override
    public final boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey, int number) throws SQLException {
        return ask(c -> c.setShardingKeyIfValid(key, superKey, number));
    }

    @Override
    public final boolean setShardingKeyIfValid(ShardingKey key, int number) throws SQLException {
        return ask(c -> c.setShardingKeyIfValid(key, number));
    }

    @Override
    public final void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException {
        tell(c -> c.setShardingKey(key, superKey));
    }

    @Override
    public final void setShardingKey(ShardingKey key) throws SQLException {
        tell(c -> c.setShardingKey(key));
    }
}
