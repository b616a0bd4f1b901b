package poollab.labs.multiplexing;

import java.util.List;
import poollab.bench.pooler.PoolerKind;

/** Which poolers a run compares. Another one stands beside the bundled one, not in its place. */
enum Poolers {
    BUNDLED(PoolerKind.BUNDLED),
    PGBOUNCER(PoolerKind.BUNDLED, PoolerKind.PGBOUNCER),
    PGPOOL(PoolerKind.BUNDLED, PoolerKind.PGPOOL),
    /** As many as this machine has. */
    ALL(PoolerKind.values()),
    NONE();

    final List<PoolerKind> kinds;

    Poolers(PoolerKind... kinds) {
        this.kinds = List.of(kinds);
    }
}
