package poollab.poolbench;

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
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** A physical connection without a server: it answers what a pool asks between two borrowers, and costs nothing. */
final class StubConnection implements Connection {
    private boolean autoCommit = true;
    private boolean readOnly;
    private boolean closed;
    private int networkTimeout;

    @Override public Statement createStatement() { return null; }
    @Override public PreparedStatement prepareStatement(String a0) { return null; }
    @Override public CallableStatement prepareCall(String a0) { return null; }
    @Override public String nativeSQL(String a0) { return null; }
    @Override public void setAutoCommit(boolean a0) { autoCommit = a0; }
    @Override public boolean getAutoCommit() { return autoCommit; }
    @Override public void commit() {  }
    @Override public void rollback() {  }
    @Override public void close() { closed = true; }
    @Override public boolean isClosed() { return closed; }
    @Override public DatabaseMetaData getMetaData() { return null; }
    @Override public void setReadOnly(boolean a0) { readOnly = a0; }
    @Override public boolean isReadOnly() { return readOnly; }
    @Override public void setCatalog(String a0) {  }
    @Override public String getCatalog() { return null; }
    @Override public void setTransactionIsolation(int a0) {  }
    @Override public int getTransactionIsolation() { return TRANSACTION_READ_COMMITTED; }
    @Override public SQLWarning getWarnings() { return null; }
    @Override public void clearWarnings() {  }
    @Override public Statement createStatement(int a0, int a1) { return null; }
    @Override public PreparedStatement prepareStatement(String a0, int a1, int a2) { return null; }
    @Override public CallableStatement prepareCall(String a0, int a1, int a2) { return null; }
    @Override public Map<String, Class<?>> getTypeMap() { return null; }
    @Override public void setTypeMap(Map<String, Class<?>> a0) {  }
    @Override public void setHoldability(int a0) {  }
    @Override public int getHoldability() { return java.sql.ResultSet.CLOSE_CURSORS_AT_COMMIT; }
    @Override public Savepoint setSavepoint() { return null; }
    @Override public Savepoint setSavepoint(String a0) { return null; }
    @Override public void rollback(Savepoint a0) {  }
    @Override public void releaseSavepoint(Savepoint a0) {  }
    @Override public Statement createStatement(int a0, int a1, int a2) { return null; }
    @Override public PreparedStatement prepareStatement(String a0, int a1, int a2, int a3) { return null; }
    @Override public CallableStatement prepareCall(String a0, int a1, int a2, int a3) { return null; }
    @Override public PreparedStatement prepareStatement(String a0, int a1) { return null; }
    @Override public PreparedStatement prepareStatement(String a0, int[] a1) { return null; }
    @Override public PreparedStatement prepareStatement(String a0, String[] a1) { return null; }
    @Override public Clob createClob() { return null; }
    @Override public Blob createBlob() { return null; }
    @Override public NClob createNClob() { return null; }
    @Override public SQLXML createSQLXML() { return null; }
    @Override public boolean isValid(int a0) { return !closed; }
    @Override public void setClientInfo(String a0, String a1) {  }
    @Override public void setClientInfo(Properties a0) {  }
    @Override public String getClientInfo(String a0) { return null; }
    @Override public Properties getClientInfo() { return null; }
    @Override public Array createArrayOf(String a0, Object[] a1) { return null; }
    @Override public Struct createStruct(String a0, Object[] a1) { return null; }
    @Override public void setSchema(String a0) {  }
    @Override public String getSchema() { return null; }
    @Override public void abort(Executor a0) { closed = true; }
    @Override public void setNetworkTimeout(Executor a0, int a1) { networkTimeout = a1; }
    @Override public int getNetworkTimeout() { return networkTimeout; }
    @Override public <T> T unwrap(Class<T> a0) throws SQLException { throw new SQLException("a stub"); }
    @Override public boolean isWrapperFor(Class<?> a0) { return false; }
}
