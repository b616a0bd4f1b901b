package poollab.budget;

/**
 * One kind of process that opens connections: a web service, a job, a report, a migration.
 *
 * @param minInstances that always run
 * @param maxInstances the autoscaler's maximum, at least {@code minInstances}
 * @param pools in each instance, for each database
 * @param databases that each instance has pools for: with a database per tenant, the tenants
 * @param size most connections of each pool
 * @param surge instances that a deploy starts besides
 * @param through the pooler its connections go to, null for the server itself
 */
public record Service(
        String name, int minInstances, int maxInstances, int pools, int databases, int size, Surge surge, String through) {
    public Service {
        if (minInstances < 0 || maxInstances < Math.max(1, minInstances))
            throw new IllegalArgumentException("instances " + minInstances + "–" + maxInstances + ": the maximum is at least 1"
                    + " and not below the minimum");
        if (pools < 1) throw new IllegalArgumentException("pools " + pools + ": at least 1");
        if (databases < 1) throw new IllegalArgumentException("databases " + databases + ": at least 1");
        if (size < 1) throw new IllegalArgumentException("size " + size + ": at least 1");
    }

    /** A service with one pool in each instance, straight to the server. */
    public static Service of(String name, int instances, int size) {
        return new Service(name, instances, instances, 1, 1, size, Surge.STANDARD, null);
    }

    /** Connections that one instance may open. */
    public long perInstance() {
        return (long) pools * databases * size;
    }

    public long atMinimum() {
        return minInstances * perInstance();
    }

    public long atMaximum() {
        return maxInstances * perInstance();
    }

    /** At the autoscaler's maximum, old and new instances together. */
    public long duringDeploy() {
        return (maxInstances + surge.of(maxInstances)) * perInstance();
    }

    /** The same with another pool size. */
    Service withSize(int other) {
        return new Service(name, minInstances, maxInstances, pools, databases, other, surge, through);
    }
}
