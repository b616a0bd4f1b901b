package poollab.pooler.session;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import poollab.pooler.config.PeerEntry;
import poollab.pooler.net.Conn;
import poollab.pooler.net.Loop;

/** Counts what the pooler holds. Walks over all connections, so it is for people who ask, not for each turn. */
final class Holdings {
    private static final int HEADER = 12;
    private static final int ARRAY_HEADER = 16;
    private static final int REFERENCE = 4;
    /** In {@link Requests}: a letter and what becomes of the answer. */
    private static final int REQUEST = 2;
    /** An entry of a LinkedHashMap. */
    private static final int ENTRY = 40;

    private final Core core;

    Holdings(Core core) {
        this.core = core;
    }

    List<Holding> all() {
        List<Server> servers = new ArrayList<>();
        List<Client> clients = new ArrayList<>(core.loginClients.snapshot());
        for (Pool pool : core.pools) {
            pool.serverChains().forEach(chain -> servers.addAll(chain.snapshot()));
            pool.clientChains().forEach(chain -> clients.addAll(chain.snapshot()));
        }
        long credentials = core.users.size() + core.databases.values().stream().mapToLong(database -> database.lookedUp.size() + (database.forced != null ? 1 : 0)).sum();
        long lists = servers.size() + core.pools.size() + clients.stream().filter(client -> client.parameters != null).count();
        return List.of(
                new Holding("user_cache", size(User.class), core.users.size()),
                new Holding("credentials_cache", size(Credentials.class), credentials),
                new Holding("db_cache", size(Database.class), core.databases.size()),
                new Holding("peer_cache", size(PeerEntry.class), core.config().peers().size()),
                new Holding("peer_pool_cache", size(Pool.class), 0),
                new Holding("pool_cache", size(Pool.class), core.pools.size()),
                new Holding("outstanding_request_cache", REQUEST, servers.stream().mapToLong(server -> server.exchange.requests.size()).sum()),
                new Holding("server_cache", size(Server.class), servers.size()),
                new Holding("client_cache", size(Client.class), clients.size()),
                buffers(servers, clients),
                new Holding("var_list_cache", aligned(ARRAY_HEADER + REFERENCE * core.parameters.none().length), lists),
                new Holding("server_prepared_statement_cache", ENTRY, servers.stream().mapToLong(server -> server.exchange.statements.size()).sum()));
    }

    /** Buffers differ in size: the one shown is the common one, the total is what there is. */
    private Holding buffers(List<Server> servers, List<Client> clients) {
        List<Conn> all = new ArrayList<>(servers);
        all.addAll(clients);
        long used = all.stream().filter(conn -> conn.memory() > 0).count();
        long bytes = all.stream().mapToLong(Conn::memory).sum();
        long spare = core.loop.spareBuffers();
        return new Holding("iobuf_cache", Loop.SPARE_BYTES, used, spare, bytes + spare * Loop.SPARE_BYTES);
    }

    /** As a 64-bit JVM lays objects out, up to 32 GB of heap. */
    static long size(Class<?> type) {
        long bytes = HEADER;
        for (Class<?> each = type; each != null; each = each.getSuperclass())
            for (Field field : each.getDeclaredFields())
                if (!Modifier.isStatic(field.getModifiers())) bytes += size(field);
        return aligned(bytes);
    }

    private static int size(Field field) {
        return switch (field.getType().getName()) {
            case "boolean", "byte" -> 1;
            case "char", "short" -> 2;
            case "long", "double" -> 8;
            default -> REFERENCE;
        };
    }

    private static long aligned(long bytes) {
        return bytes + 7 & ~7;
    }
}
