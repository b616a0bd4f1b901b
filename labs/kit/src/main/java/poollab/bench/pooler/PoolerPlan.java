package poollab.bench.pooler;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import poollab.engine.Server;

/**
 * What a pooler shall be. Each method returns another plan.
 *
 * @param server the one in front of which it stands; clients log in as its application's role
 * @param name unique in the run: the actor of its events
 * @param ownProcess whether the bundled one gets a process of its own, as the others have anyway; not on Windows
 * @param port 0 for a free one
 * @param databases lines of {@code [databases]}: what stands behind each name
 * @param users lines of {@code [users]}: settings of a user
 * @param settings of {@code [pgbouncer]}; for pgpool-II those of pgpool.conf
 */
public record PoolerPlan(
        Server server,
        PoolerKind kind,
        String name,
        boolean ownProcess,
        int port,
        Map<String, String> databases,
        Map<String, String> users,
        Map<String, String> settings) {

    public PoolerPlan {
        databases = Collections.unmodifiableMap(new LinkedHashMap<>(databases));
        users = Collections.unmodifiableMap(new LinkedHashMap<>(users));
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** The bundled pooler in this process, with PgBouncer's defaults, in front of the server's database. */
    public static PoolerPlan of(Server server) {
        return new PoolerPlan(server, PoolerKind.BUNDLED, "pooler", false, 0, Map.of(), Map.of(), Map.of())
                .database(server.database(), "");
    }

    public PoolerPlan kind(PoolerKind other) {
        return new PoolerPlan(server, other, name, ownProcess, port, databases, users, settings);
    }

    public PoolerPlan named(String other) {
        return new PoolerPlan(server, kind, other, ownProcess, port, databases, users, settings);
    }

    public PoolerPlan apart() {
        return new PoolerPlan(server, kind, name, true, port, databases, users, settings);
    }

    public PoolerPlan port(int other) {
        return new PoolerPlan(server, kind, name, ownProcess, other, databases, users, settings);
    }

    /** @param value a whole number, a word, or a time in seconds */
    public PoolerPlan set(String setting, Object value) {
        return new PoolerPlan(server, kind, name, ownProcess, port, databases, users, with(settings, setting, value.toString()));
    }

    /**
     * A name for the server's database, besides its own.
     *
     * @param options as behind {@code host=} and {@code port=} in the file: {@code pool_size=1}
     */
    public PoolerPlan database(String database, String options) {
        return database(database, server, options);
    }

    /** A name for another server's database. */
    public PoolerPlan database(String database, Server behind, String options) {
        String line = "host=" + behind.host() + " port=" + behind.port() + " dbname=" + behind.database() + " " + options;
        return new PoolerPlan(server, kind, name, ownProcess, port, with(databases, database, line.strip()), users, settings);
    }

    /** @param options such as {@code pool_mode=session} */
    public PoolerPlan user(String user, String options) {
        return new PoolerPlan(server, kind, name, ownProcess, port, databases, with(users, user, options), settings);
    }

    private static Map<String, String> with(Map<String, String> map, String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(map);
        more.put(key, value);
        return more;
    }
}
