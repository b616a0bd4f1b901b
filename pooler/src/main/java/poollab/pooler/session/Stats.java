package poollab.pooler.session;

/** What a pool has done since the start. Times are in microseconds. The names are those of SHOW STATS_TOTALS. */
public final class Stats {
    public long serverAssignments;
    public long transactions;
    public long queries;
    /** From the clients. */
    public long received;
    /** To the clients. */
    public long sent;
    public long transactionTime;
    public long queryTime;
    public long waitTime;
    public long clientParses;
    public long serverParses;
    public long binds;

    public Stats copy() {
        return new Stats().add(this);
    }

    public Stats add(Stats other) {
        return combine(other, 1);
    }

    public Stats subtract(Stats other) {
        return combine(other, -1);
    }

    private Stats combine(Stats other, int sign) {
        serverAssignments += sign * other.serverAssignments;
        transactions += sign * other.transactions;
        queries += sign * other.queries;
        received += sign * other.received;
        sent += sign * other.sent;
        transactionTime += sign * other.transactionTime;
        queryTime += sign * other.queryTime;
        waitTime += sign * other.waitTime;
        clientParses += sign * other.clientParses;
        serverParses += sign * other.serverParses;
        binds += sign * other.binds;
        return this;
    }
}
