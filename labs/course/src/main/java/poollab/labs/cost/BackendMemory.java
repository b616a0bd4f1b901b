package poollab.labs.cost;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.engine.Bookstore;
import poollab.engine.EngineKind;
import poollab.engine.ProcessMemory;
import poollab.labs.ConnectionText;
import poollab.labs.Sql;

/** The memory of one backend as the operating system counts it: fresh, after work, and after the pool's reset. */
final class BackendMemory {
    private static final int POINT_READS = 200;
    private static final int STATEMENTS = 300;
    /** Touches the description of every table, column and function: what an ORM or a schema browser does. */
    private static final String CATALOG = """
            select count(*) from information_schema.columns c
            join information_schema.tables t using (table_schema, table_name)
            left join information_schema.table_constraints k using (table_schema, table_name)
            """;

    private final Bench bench;
    private final List<List<Object>> rows = new ArrayList<>();

    BackendMemory(Bench bench) {
        this.bench = bench;
    }

    void measure() throws SQLException {
        String text = ConnectionText.to(bench.server().url(), bench.server().application())
                .with("ApplicationName", "bookstore memory").toString();
        try (Connection connection = bench.lend(DriverManager.getConnection(text))) {
            long pid = Sql.number(connection, "select pg_backend_pid()");
            if (bench.server().kind() != EngineKind.EMBEDDED || ProcessMemory.of(pid).isEmpty()) {
                bench.event("memory", Outcome.NOTE, "not measured: a backend's memory can be seen on Linux, embedded");
                return;
            }
            step("fresh", "fresh from its login", pid);
            // tag::work[]
            pointReads(connection);
            step("reads", "after " + POINT_READS + " point reads", pid);
            Sql.run(connection, Bookstore.REPORT);
            step("report", "after one sales report", pid);
            Sql.run(connection, CATALOG);
            step("catalog", "after a look at the whole catalog", pid);
            for (int i = 1; i <= STATEMENTS; i++) prepare(connection, i);
            step("statements", "with " + STATEMENTS + " prepared statements", pid);
            Sql.run(connection, "discard all");
            step("reset", "after DISCARD ALL", pid);
            // end::work[]
        }
        bench.table("memory", "Memory of one backend", List.of(
                new Column("when", Unit.TEXT), new Column("resident", Unit.BYTES),
                new Column("proportional", Unit.BYTES), new Column("its own", Unit.BYTES)), rows, "its own");
    }

    private static void pointReads(Connection connection) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(Bookstore.POINT_READ)) {
            for (int i = 1; i <= POINT_READS; i++) {
                read.setInt(1, i);
                read.executeQuery().close();
            }
        }
    }

    /** Under a name, and executed, so that the server keeps its plan. */
    private static void prepare(Connection connection, int number) throws SQLException {
        Sql.run(connection, "prepare memory_" + number + " (integer) as select o.id, i.book_id, b.title"
                + " from orders o join order_items i on i.order_id = o.id join books b on b.id = i.book_id"
                + " where o.customer_id = $1 and o.id > " + number);
        Sql.run(connection, "execute memory_" + number + "(1)");
    }

    private void step(String name, String when, long pid) {
        Optional<ProcessMemory> memory = ProcessMemory.of(pid);
        if (memory.isEmpty()) return;
        long own = memory.get().own();
        bench.figureOf(name, "resident", "resident", memory.get().resident(), Unit.BYTES);
        bench.figureOf(name, "proportional", "proportional", memory.get().proportional(), Unit.BYTES);
        bench.figureOf(name, "own", "its own", own, Unit.BYTES);
        rows.add(List.of(when, memory.get().resident(), memory.get().proportional(), own));
        bench.event("memory", Outcome.OK, when + ": " + Unit.BYTES.format(own) + " of its own");
    }
}
