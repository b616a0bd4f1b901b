package poollab.budget;

/**
 * What the server has.
 *
 * @param maxConnections max_connections; PostgreSQL's default is 100
 * @param superuserReserved superuser_reserved_connections; 3 by default
 * @param reserved reserved_connections, for roles with pg_use_reserved_connections; 0 by default
 * @param maintenance kept free by those who wrote the budget: for people, backups, monitoring
 */
public record Limits(int maxConnections, int superuserReserved, int reserved, int maintenance) {
    /** PostgreSQL's defaults. */
    public static final int MAX_CONNECTIONS = 100;
    public static final int SUPERUSER_RESERVED = 3;
    /** What a budget keeps free unless told otherwise. */
    public static final int MAINTENANCE = 5;

    public Limits {
        if (maxConnections < 1) throw new IllegalArgumentException("max_connections " + maxConnections + ": at least 1");
        if (superuserReserved < 0 || reserved < 0 || maintenance < 0)
            throw new IllegalArgumentException("a reserve is at least 0");
    }

    /** What is left for the application; below 0 when the reserves alone are too much. */
    public int available() {
        return maxConnections - superuserReserved - reserved - maintenance;
    }
}
