package poollab.clientpool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The pools of a process by group and identity, and the slow end of those that nobody needs. As in SqlClient
 * (DbConnectionPoolGroup.Prune and SqlConnectionFactory.PruneConnectionPoolGroups), each {@link #prune()} carries both
 * one step further:
 *
 * <pre>
 *  pool   active ── empty ──► inactive ──► gone
 *  group  active ── without pools ──► idle ──► inactive ──► gone
 * </pre>
 *
 * An idle group counts as active still, and the next open in it makes it so; what is inactive is never used again. A pool
 * in its blocking period is not pruned: it holds callers off a server that is down.
 *
 * <p>Guarded by the pools' lock.
 */
final class PoolGroups {
    private record Key(String text, Identity identity) {}

    private static final class Group {
        final Map<Identity, KeyedPool> pools = new HashMap<>();
        boolean idle;
    }

    private final Map<Key, Group> groups = new HashMap<>();
    private int pools;
    private int inactiveGroups;
    private int inactivePools;

    private static Key key(String text, Identity identity) {
        return new Key(text, identity.dividesGroups() ? identity : Identity.OF_TEXT);
    }

    /** The pool, made when there is none. */
    KeyedPool pool(String text, Identity identity, Supplier<KeyedPool> maker) {
        Group group = groups.computeIfAbsent(key(text, identity), _ -> new Group());
        group.idle = false;
        return group.pools.computeIfAbsent(identity, _ -> {
            pools++;
            return maker.get();
        });
    }

    /** The pools of one group. */
    List<KeyedPool> group(String text, Identity identity) {
        Group group = groups.get(key(text, identity));
        return group == null ? List.of() : List.copyOf(group.pools.values());
    }

    List<KeyedPool> all() {
        List<KeyedPool> all = new ArrayList<>(pools);
        groups.values().forEach(group -> all.addAll(group.pools.values()));
        return all;
    }

    /** Releases what is inactive, then makes inactive what is empty. */
    void prune() {
        inactivePools = 0;
        inactiveGroups = 0;
        groups.values().removeIf(group -> {
            group.pools.values().removeIf(this::retired);
            if (!group.pools.isEmpty()) return false;
            boolean wasIdle = group.idle;
            group.idle = true;
            if (wasIdle) inactiveGroups++;
            return wasIdle;
        });
    }

    private boolean retired(KeyedPool pool) {
        if (!pool.stock.retire()) return false;
        pools--;
        inactivePools++;
        return true;
    }

    void clear() {
        groups.clear();
        pools = 0;
        inactivePools = 0;
        inactiveGroups = 0;
    }

    PoolCount count() {
        return new PoolCount(groups.size(), inactiveGroups, pools, inactivePools);
    }
}
