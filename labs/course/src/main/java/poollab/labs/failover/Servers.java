package poollab.labs.failover;

import java.util.Map;
import java.util.Optional;
import poollab.bench.Bench;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Server;

/** Servers of this lab alone: what it does to them must hit nobody else. */
final class Servers {
    private Servers() {}

    static Server lend(Bench bench) {
        return bench.lend(there(bench.server().beside(Map.of())));
    }

    static Server standby(Bench bench, Server primary) {
        return bench.lend(there(primary.standby(Map.of())));
    }

    private static Server there(Optional<Server> server) {
        return server.orElseThrow(() -> new EnvironmentMissing(
                "This lab kills a server and promotes another: it needs servers of its own.", "Use --engine embedded."));
    }
}
