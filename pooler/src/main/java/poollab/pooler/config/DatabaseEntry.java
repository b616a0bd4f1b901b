package poollab.pooler.config;

import java.util.Map;

/**
 * Where connections to one database name go, from {@code [databases]}.
 *
 * @param name what clients ask for; {@code *} for the fallback
 * @param automatic made from the fallback for a name without an entry
 * @param host null = unix socket; a name, an address, {@code /folder}, {@code @abstract}, or several with commas
 * @param port 1 to 65535, 5432 unless given
 * @param dbname the name on the server; null only in a fallback that leaves it to the client
 * @param user log in as this user whoever the client is; null = as the client
 * @param password of {@code user}; null = from the auth file
 * @param authUser null = the global setting, as for {@code authQuery} and {@code authDbname}
 * @param poolSize −1 = not set, as for every number here
 * @param connectQuery run on each new server connection; null = none
 * @param poolMode null = not set
 * @param loadBalanceRoundRobin whether several hosts take turns; false = stay with one until it fails
 * @param serverLifetimeMicros −1 = not set; never 0, which as in PgBouncer leaves the global setting in force
 * @param startupParameters client_encoding, datestyle, timezone and application_name, those given
 */
public record DatabaseEntry(
        String name,
        boolean automatic,
        String host,
        int port,
        String dbname,
        String user,
        String password,
        String authUser,
        String authQuery,
        String authDbname,
        int poolSize,
        int minPoolSize,
        int reservePoolSize,
        String connectQuery,
        PoolMode poolMode,
        boolean loadBalanceRoundRobin,
        int maxDbConnections,
        int maxDbClientConnections,
        long serverLifetimeMicros,
        Map<String, String> startupParameters) {
    public DatabaseEntry {
        startupParameters = Map.copyOf(startupParameters);
    }

    /** This fallback as the entry of one database, which is looked for under the same name unless the entry names one. */
    public DatabaseEntry as(String name) {
        return new DatabaseEntry(
                name,
                true,
                host,
                port,
                dbname == null ? name : dbname,
                user,
                password,
                authUser,
                authQuery,
                authDbname,
                poolSize,
                minPoolSize,
                reservePoolSize,
                connectQuery,
                poolMode,
                loadBalanceRoundRobin,
                maxDbConnections,
                maxDbClientConnections,
                serverLifetimeMicros,
                startupParameters);
    }

    /** Without the password, which has no place in a log. */
    @Override
    public String toString() {
        return name + " = host=" + host + " port=" + port + " dbname=" + dbname + (user == null ? "" : " user=" + user);
    }
}
