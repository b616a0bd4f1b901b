package poollab.pooler.session;

/**
 * How many objects of a kind there are, and what they take: a row of SHOW MEM.
 *
 * @param name PgBouncer's for what these objects are to it
 * @param size bytes of one, without what it refers to
 * @param free kept for their next use
 * @param total bytes of all
 */
public record Holding(String name, long size, long used, long free, long total) {
    Holding(String name, long size, long used) {
        this(name, size, used, 0, size * used);
    }
}
