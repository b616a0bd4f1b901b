package poollab.pooler.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import poollab.pooler.config.Key;
import poollab.pooler.session.Core;
import poollab.pooler.session.Pool;
import poollab.pooler.session.Stats;

/**
 * SHOW STATS, STATS_TOTALS, STATS_AVERAGES and TOTALS, and the line of the log at each period's end.
 *
 * <p>An average reaches from the beginning of the last whole period to now, so it is never one of a few moments. Counts
 * and bytes are per second; times are per query, transaction, or assignment of a server.
 */
final class StatTables {
    private static final String DATABASE = "database";
    private static final String[] TOTALS = {"server_assignment_count", "xact_count", "query_count", "client_bytes", "server_bytes",
        "xact_time", "query_time", "wait_time", "ps_client_parse_count", "ps_server_parse_count", "ps_bind_count"};
    private static final String NUMBERS = "N".repeat(TOTALS.length);
    private static final long MICROS = 1_000_000;

    /** What was done, and what had been done when the span of the averages began. */
    private record Span(Stats now, Stats before) {
        Span() {
            this(new Stats(), new Stats());
        }

        void add(Pool pool) {
            now.add(pool.stats);
            before.add(pool.periodBefore);
        }
    }

    private final Core core;
    private long spanStart;
    private long periodStart;

    StatTables(Core core) {
        this.core = core;
        periodStart = core.loop.now();
        spanStart = periodStart - MICROS;
    }

    void endPeriod() {
        spanStart = periodStart;
        periodStart = core.loop.now();
        Span all = new Span();
        for (Pool pool : core.pools()) {
            pool.periodBefore = pool.lastPeriod;
            pool.lastPeriod = pool.stats.copy();
            all.add(pool);
        }
        if (core.settings().flag(Key.LOG_STATS)) core.log.info(line(average(all)));
    }

    private static String line(Stats average) {
        return "stats: " + average.transactions + " xacts/s, " + average.queries + " queries/s, "
                + average.clientParses + " client parses/s, " + average.serverParses + " server parses/s, " + average.binds + " binds/s, "
                + "in " + average.received + " B/s, out " + average.sent + " B/s, "
                + "xact " + average.transactionTime + " us, query " + average.queryTime + " us, wait " + average.waitTime + " us";
    }

    Table stats() {
        Rows rows = new Rows("s" + NUMBERS + NUMBERS, DATABASE
                + " total_server_assignment_count total_xact_count total_query_count total_received total_sent total_xact_time total_query_time"
                + " total_wait_time total_client_parse_count total_server_parse_count total_bind_count"
                + " avg_server_assignment_count avg_xact_count avg_query_count avg_recv avg_sent avg_xact_time avg_query_time"
                + " avg_wait_time avg_client_parse_count avg_server_parse_count avg_bind_count");
        byDatabase().forEach((name, span) -> rows.add(row(name, values(span.now), values(average(span)))));
        return rows.table();
    }

    Table totalsByDatabase() {
        Rows rows = new Rows("s" + NUMBERS, DATABASE + " server_assignment_count xact_count query_count bytes_received bytes_sent"
                + " xact_time query_time wait_time client_parse_count server_parse_count bind_count");
        byDatabase().forEach((name, span) -> rows.add(row(name, values(span.now))));
        return rows.table();
    }

    Table averagesByDatabase() {
        Rows rows = new Rows("s" + NUMBERS, DATABASE + " server_assignment_count xact_count query_count bytes_received bytes_sent"
                + " xact_time query_time wait_time avg_client_parse_count avg_server_parse_count avg_bind_count");
        byDatabase().forEach((name, span) -> rows.add(row(name, values(average(span)))));
        return rows.table();
    }

    Table totals() {
        Span all = new Span();
        core.pools().forEach(all::add);
        Rows rows = new Rows("sN", "name value");
        addAll(rows, "total_", values(all.now));
        addAll(rows, "avg_", values(average(all)));
        return rows.table();
    }

    private static void addAll(Rows rows, String prefix, long[] values) {
        for (int i = 0; i < values.length; i++) rows.add(prefix + TOTALS[i], values[i]);
    }

    private Map<String, Span> byDatabase() {
        Map<String, Span> spans = new LinkedHashMap<>();
        for (Pool pool : core.pools()) spans.computeIfAbsent(pool.database.name, name -> new Span()).add(pool);
        return spans;
    }

    private static Object[] row(String name, long[]... parts) {
        Object[] row = new Object[1 + parts.length * TOTALS.length];
        row[0] = name;
        int at = 1;
        for (long[] part : parts) for (long value : part) row[at++] = value;
        return row;
    }

    private static long[] values(Stats stats) {
        return new long[] {stats.serverAssignments, stats.transactions, stats.queries, stats.received, stats.sent,
            stats.transactionTime, stats.queryTime, stats.waitTime, stats.clientParses, stats.serverParses, stats.binds};
    }

    private Stats average(Span span) {
        return average(span.now, span.before, core.loop.now() - spanStart);
    }

    /** @param duration in microseconds */
    static Stats average(Stats now, Stats before, long duration) {
        Stats done = now.copy().subtract(before);
        Stats average = new Stats();
        if (duration <= 0) return average;
        average.serverAssignments = perSecond(done.serverAssignments, duration);
        average.transactions = perSecond(done.transactions, duration);
        average.queries = perSecond(done.queries, duration);
        average.received = perSecond(done.received, duration);
        average.sent = perSecond(done.sent, duration);
        average.clientParses = perSecond(done.clientParses, duration);
        average.serverParses = perSecond(done.serverParses, duration);
        average.binds = perSecond(done.binds, duration);
        average.transactionTime = each(done.transactionTime, done.transactions);
        average.queryTime = each(done.queryTime, done.queries);
        average.waitTime = each(done.waitTime, done.serverAssignments);
        return average;
    }

    private static long perSecond(long count, long duration) {
        return MICROS * count / duration;
    }

    private static long each(long time, long count) {
        return count > 0 ? time / count : 0;
    }
}
