package poollab.sizing;

/**
 * The PostgreSQL project's starting point for a pool: processors × 2 + effective spindles (wiki.postgresql.org, Number Of
 * Database Connections). Hyper-threads do not count as processors; a cached data set has no effective spindle, a single disk
 * has one. It is made for short transactions; it says nothing about long queries, nor about fewer than a hundred requests per
 * second.
 */
public final class RuleOfThumb {
    private RuleOfThumb() {}

    /** Connections to begin with. */
    public static int connections(int processors, int spindles) {
        return 2 * processors + spindles;
    }
}
