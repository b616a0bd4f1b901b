package poollab.labs.leak;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.clientpool.ConnectionPools;

/** Where requests are served: each borrows a connection, does its work, and is written down. Thread-safe. */
final class Desk {
    private static final List<Column> COLUMNS = List.of(
            new Column("request", Unit.TEXT),
            new Column("result", Unit.TEXT),
            new Column("borrow", Unit.MILLISECONDS),
            new Column("total", Unit.MILLISECONDS),
            new Column("SQLSTATE", Unit.TEXT));
    private static final String QUERY_CANCELED = "57014";

    private final Bench bench;
    private final ConnectionPools pools;
    private final String text;
    private final int max;
    private final List<Served> served = new ArrayList<>();

    Desk(Bench bench, ConnectionPools pools, String text, int max) {
        this.bench = bench;
        this.pools = pools;
        this.text = text;
        this.max = max;
    }

    /** What a request does with its connection. Whether it closes it is its own affair. */
    interface Work {
        void with(Connection connection) throws Exception;
    }

    enum Result {
        OK("ok"),
        NO_CONNECTION("no connection"),
        STOPPED("stopped by the lab"),
        ERROR("error");

        private final String words;

        Result(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** One request as it went: times in milliseconds, {@code message} null when it succeeded. */
    record Served(int request, Result result, double borrowMs, double totalMs, String sqlState, String message) {}

    /** Serves one request. Only an interruption, or an error that is not the database's, is thrown. */
    void serve(int request, Work work) throws Exception {
        String actor = "request " + request;
        if (pools.state().inUse() >= max)
            bench.event(actor, Outcome.NOTE, "waits: all " + max + " connections are in use");
        long asked = bench.nanos();
        double borrow = 0;
        try {
            Connection connection = pools.open(text);
            borrow = since(asked);
            work.with(connection);
            write(new Served(request, Result.OK, borrow, since(asked), null, null));
        } catch (SQLException e) {
            if (Thread.interrupted()) throw new InterruptedException();
            Result result = borrow == 0
                    ? Result.NO_CONNECTION
                    : QUERY_CANCELED.equals(e.getSQLState()) ? Result.STOPPED : Result.ERROR;
            double total = since(asked);
            write(new Served(request, result, borrow == 0 ? total : borrow, total, e.getSQLState(), e.getMessage()));
        }
    }

    private double since(long asked) {
        return (bench.nanos() - asked) / 1e6;
    }

    private void write(Served row) {
        synchronized (served) {
            served.add(row);
        }
        Outcome outcome = switch (row.result()) {
            case OK -> Outcome.OK;
            case STOPPED -> Outcome.NOTE;
            case NO_CONNECTION, ERROR -> Outcome.FAILED;
        };
        String time = Unit.MILLISECONDS.format(row.totalMs());
        String message = row.message() == null ? "" : "\n" + row.message();
        bench.event("request " + row.request(), outcome, row.result() == Result.STOPPED
                ? "was still at work after " + time + "; the lab stopped it (57014)"
                : time + message);
    }

    List<Served> served() {
        synchronized (served) {
            return served.stream().sorted(Comparator.comparingInt(Served::request)).toList();
        }
    }

    /**
     * Records the table {@code requests} and the figures {@code requests.served} (those that got a connection),
     * {@code requests.refused}, {@code first-refused} (0: none), {@code refused.min-ms}, {@code refused.max-ms}.
     */
    void record() {
        List<Served> all = served();
        List<List<Object>> rows = new ArrayList<>();
        for (Served s : all) {
            List<Object> row = new ArrayList<>(
                    List.of(String.valueOf(s.request()), s.result().toString(), s.borrowMs(), s.totalMs()));
            row.add(s.sqlState());
            rows.add(row);
        }
        bench.table("requests", "The requests", COLUMNS, rows, "total");
        List<Served> refused = all.stream().filter(s -> s.result() == Result.NO_CONNECTION).toList();
        bench.figure("requests.served", "requests that got a connection", all.size() - refused.size(), Unit.COUNT);
        bench.figure("requests.refused", "requests that got none", refused.size(), Unit.COUNT);
        bench.figure("requests.ok", "requests that did their work", ok(all), Unit.COUNT);
        if (refused.isEmpty()) return;
        bench.figure("first-refused", "the first of them: request", refused.getFirst().request(), Unit.COUNT);
        bench.figure("refused.min-ms", "shortest wait of a refused request", waits(refused).min().orElse(0), Unit.MILLISECONDS);
        bench.figure("refused.max-ms", "longest wait of a refused request", waits(refused).max().orElse(0), Unit.MILLISECONDS);
    }

    private static long ok(List<Served> all) {
        return all.stream().filter(s -> s.result() == Result.OK).count();
    }

    private static java.util.stream.DoubleStream waits(List<Served> refused) {
        return refused.stream().mapToDouble(Served::totalMs);
    }
}
