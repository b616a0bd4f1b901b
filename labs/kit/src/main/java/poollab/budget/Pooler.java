package poollab.budget;

/**
 * A pooler between services and the server. It opens no more than this, however many clients it has.
 *
 * @param instances of the pooler; each has pools of its own
 * @param pools pairs of database and user in each of them
 * @param size default_pool_size
 * @param reserve reserve_pool_size
 */
public record Pooler(String name, int instances, int pools, int size, int reserve) {
    public Pooler {
        if (instances < 1) throw new IllegalArgumentException("instances " + instances + ": at least 1");
        if (pools < 1) throw new IllegalArgumentException("pools " + pools + ": at least 1");
        if (size < 1) throw new IllegalArgumentException("size " + size + ": at least 1");
        if (reserve < 0) throw new IllegalArgumentException("reserve " + reserve + ": at least 0");
    }

    /** Server connections that it may open. */
    public long connections() {
        return (long) instances * pools * (size + reserve);
    }
}
