package poollab.pooler.config;

/**
 * What {@code [users]} says about one user; it overrides the database's and the global setting.
 *
 * @param poolSize −1 = not set, as for every number and time here
 * @param poolMode null = not set
 * @param queryTimeoutMicros times are never 0: as in PgBouncer, a user's 0 leaves the global setting in force
 */
public record UserEntry(
        String name,
        int poolSize,
        int reservePoolSize,
        PoolMode poolMode,
        int maxUserConnections,
        int maxUserClientConnections,
        long queryTimeoutMicros,
        long idleTransactionTimeoutMicros,
        long transactionTimeoutMicros,
        long clientIdleTimeoutMicros) {
    /** A user without an entry: nothing is set. */
    public static UserEntry unset(String name) {
        return new UserEntry(name, -1, -1, null, -1, -1, -1, -1, -1, -1);
    }
}
