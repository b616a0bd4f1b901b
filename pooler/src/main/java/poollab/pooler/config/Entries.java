package poollab.pooler.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the entries of {@code [databases]}, {@code [users]} and {@code [peers]}. */
final class Entries {
    private static final List<String> STARTUP = List.of("client_encoding", "datestyle", "timezone", "application_name");

    private static final List<String> DATABASE = List.of(
            "host", "port", "dbname", "user", "password", "auth_user", "auth_query", "auth_dbname", "pool_size",
            "min_pool_size", "reserve_pool_size", "reserve_pool", "connect_query", "pool_mode", "load_balance_hosts",
            "max_db_connections", "max_db_client_connections", "server_lifetime", "client_encoding", "datestyle",
            "timezone", "application_name");

    private static final List<String> USER = List.of(
            "pool_size", "reserve_pool_size", "pool_mode", "max_user_connections", "max_user_client_connections",
            "query_timeout", "idle_transaction_timeout", "transaction_timeout", "client_idle_timeout");

    private static final List<String> PEER = List.of("host", "port", "pool_size");

    private Entries() {}

    static DatabaseEntry database(String name, String text) throws BadValue {
        if (name.equals("pgbouncer")) throw new BadValue("the name is reserved for the admin console");
        Fields fields = Fields.read(text, DATABASE);
        Map<String, String> startup = new HashMap<>();
        for (String key : STARTUP) {
            if (fields.text(key) != null) startup.put(key, fields.text(key));
        }
        return new DatabaseEntry(
                name,
                false,
                fields.text("host"),
                fields.port(5432),
                fields.text("dbname", name.equals("*") ? null : name),
                fields.text("user"),
                fields.text("password"),
                fields.text("auth_user"),
                fields.text("auth_query"),
                fields.text("auth_dbname"),
                fields.count("pool_size"),
                fields.count("min_pool_size"),
                fields.count("reserve_pool_size"),
                fields.text("connect_query"),
                fields.poolMode(),
                fields.roundRobin(),
                fields.count("max_db_connections"),
                fields.count("max_db_client_connections"),
                fields.micros("server_lifetime"),
                startup);
    }

    static UserEntry user(String name, String text) throws BadValue {
        Fields fields = Fields.read(text, USER);
        return new UserEntry(
                name,
                fields.count("pool_size"),
                fields.count("reserve_pool_size"),
                fields.poolMode(),
                fields.count("max_user_connections"),
                fields.count("max_user_client_connections"),
                fields.micros("query_timeout"),
                fields.micros("idle_transaction_timeout"),
                fields.micros("transaction_timeout"),
                fields.micros("client_idle_timeout"));
    }

    static PeerEntry peer(String name, String text) throws BadValue {
        int id;
        try {
            id = (int) new Domain.Whole(1, 65_535).read(name).number();
        } catch (BadValue e) {
            throw new BadValue("a peer's name is its peer_id: " + e.getMessage());
        }
        Fields fields = Fields.read(text, PEER);
        if (fields.text("host") == null) throw new BadValue("host is missing");
        return new PeerEntry(id, fields.text("host"), fields.port(6432), fields.count("pool_size"));
    }
}
