package poollab.labs.failover;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;
import poollab.engine.Server;

/** What came of all orders: counted by kind, and compared with what the server has. */
final class Account {
    private final Bench bench;
    private final String name;
    private final List<Attempt> attempts;

    /** @param orders closed by now */
    Account(Bench bench, String name, Orders orders) {
        this.bench = bench;
        this.name = name;
        this.attempts = new ArrayList<>(orders.attempts());
        attempts.sort(Comparator.comparingLong(Attempt::ended));
    }

    void record() {
        figure("acknowledged", "orders acknowledged", attempts.stream().filter(Attempt::acknowledged).count());
        figure("errors", "errors", errors().size());
        figure("lost", "  the connection broke under the order", attempts.stream().filter(Attempt::lost).count());
        figure("refused", "  no connection to be had", attempts.stream().filter(Attempt::refused).count());
        figure("read-only", "  refused to write, 25006", attempts.stream().filter(Attempt::readOnly).count());
        figure("stale", "dead connections handed out after the first had failed", stale());
        figure("most-errors", "errors of the client with the most", mostErrors());
        bench.figureOf(name, "gap", "nobody's order acknowledged for", gapMs(), Unit.MILLISECONDS);
        if (!errors().isEmpty()) byKind();
    }

    private List<Attempt> errors() {
        return attempts.stream().filter(a -> !a.acknowledged()).toList();
    }

    private void figure(String id, String title, long value) {
        bench.figureOf(name, id, title, value, Unit.COUNT);
    }

    /** Asked for after somebody had met the end of a connection and given it back, and dead all the same. */
    private long stale() {
        return attempts.stream().filter(Attempt::dead).mapToLong(Attempt::ended).min().stream()
                .flatMap(first -> attempts.stream().filter(a -> a.dead() && a.begun() > first).mapToLong(Attempt::begun))
                .count();
    }

    private long mostErrors() {
        Map<Integer, Long> each = errors().stream().collect(Collectors.groupingBy(Attempt::client, Collectors.counting()));
        return each.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** The longest time without an order acknowledged to anybody. */
    private double gapMs() {
        long[] times = attempts.stream().filter(Attempt::acknowledged).mapToLong(Attempt::ended).toArray();
        long longest = 0;
        for (int i = 1; i < times.length; i++) longest = Math.max(longest, times[i] - times[i - 1]);
        return longest / 1e6;
    }

    /** Errors of those who asked when the server was there again. */
    void recordLate(long back) {
        figure("late", "no connection, although the server was back",
                attempts.stream().filter(a -> a.refused() && a.begun() > back).count());
    }

    /** How many were acknowledged of those begun in a time. */
    long acknowledgedBetween(long from, long until) {
        return attempts.stream().filter(a -> a.acknowledged() && a.begun() > from && a.ended() < until).count();
    }

    /** Of how many clients the last attempt was refused because the server is read-only. */
    long lastReadOnly() {
        Map<Integer, Attempt> last = new LinkedHashMap<>();
        attempts.forEach(attempt -> last.put(attempt.client(), attempt));
        return last.values().stream().filter(Attempt::readOnly).count();
    }

    /** Compares what clients were told with what the server has. */
    void compareWith(Server server) throws SQLException {
        Set<Long> there = new HashSet<>();
        try (Connection observer = server.observe();
                Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery("select client, number from failover_orders")) {
            while (row.next()) there.add(key(row.getInt(1), row.getLong(2)));
        }
        long missing = attempts.stream().filter(a -> a.acknowledged() && !there.contains(key(a.client(), a.number()))).count();
        long silent = attempts.stream().filter(a -> !a.acknowledged() && there.contains(key(a.client(), a.number()))).count();
        figure("missing", "acknowledged, and not there", missing);
        figure("silent", "there, although the client got an error", silent);
    }

    private static long key(int client, long number) {
        return ((long) client << 40) + number;
    }

    private void byKind() {
        Map<String, List<Attempt>> kinds = errors().stream().collect(Collectors.groupingBy(
                a -> a.state() + (a.borrowed() ? " in use" : " no connection"), LinkedHashMap::new, Collectors.toList()));
        List<List<Object>> rows = kinds.values().stream()
                .map(each -> List.<Object>of(
                        each.getFirst().state(), each.getFirst().borrowed() ? "in use" : "no connection", (long) each.size(),
                        Orders.firstLine(each.getFirst().error())))
                .toList();
        bench.table(name + ".errors-by-kind", name + ": errors", List.of(
                new Column("SQLSTATE", Unit.TEXT), new Column("when", Unit.TEXT), new Column("errors", Unit.COUNT),
                new Column("first text", Unit.TEXT)), rows, null);
    }
}
