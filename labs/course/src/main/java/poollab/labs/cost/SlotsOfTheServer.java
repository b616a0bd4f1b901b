package poollab.labs.cost;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.engine.Server;
import poollab.labs.Sql;

/** The same server started with other values of max_connections: what it reserves before anybody connects. */
final class SlotsOfTheServer {
    private static final List<Integer> SMALL = List.of(100, 200);
    private static final String RESERVED = "select sum(allocated_size) from pg_shmem_allocations";
    /** The parts that shared_buffers pays for. */
    private static final String BUFFERS = RESERVED + " where name like 'Buffer %'";

    private final Bench bench;
    private final int large;
    private final List<List<Object>> rows = new ArrayList<>();

    SlotsOfTheServer(Bench bench, int large) {
        this.bench = bench;
        this.large = large;
    }

    void measure() throws Exception {
        List<Integer> sizes = new ArrayList<>(SMALL);
        sizes.add(large);
        for (int size : sizes) {
            Optional<Server> server = bench.server().beside(Map.of("max_connections", String.valueOf(size)));
            if (server.isEmpty()) {
                bench.event("setting", Outcome.NOTE, "not measured: this engine starts no second server");
                return;
            }
            try (Server other = bench.lend(server.get()); Connection observer = other.observe()) {
                record(size, observer);
            }
        }
        double more = reserved(rows.getLast()) - reserved(rows.getFirst());
        bench.figure("slots.more", "more from the smallest setting to the largest", more, Unit.BYTES);
        bench.figure("slots.each", "  for each connection allowed", more / (large - SMALL.getFirst()), Unit.BYTES);
        bench.table("slots", "Reserved before anybody connects", List.of(
                new Column("max_connections", Unit.TEXT), new Column("shared memory", Unit.BYTES),
                new Column("not for buffers", Unit.BYTES)), rows, "not for buffers");
    }

    private static double reserved(List<Object> row) {
        return (Long) row.get(1);
    }

    private void record(int size, Connection observer) throws Exception {
        long all = Sql.number(observer, RESERVED);
        long buffers = Sql.number(observer, BUFFERS);
        // An id that is the same whatever the largest one is.
        String of = size == large ? "slots-large" : "slots-" + size;
        bench.figureOf(of, "reserved", "shared memory reserved", all, Unit.BYTES);
        bench.figureOf(of, "besides", "of it, not for buffers", all - buffers, Unit.BYTES);
        rows.add(List.of(String.valueOf(size), all, all - buffers));
        bench.event("max_connections " + size, Outcome.OK, Unit.BYTES.format(all) + " of shared memory");
    }
}
