package poollab.bench.load;

import java.util.Set;

/** What is observed of each load, by the end of its id: {@code throughput} in {@code pool-20.throughput}. */
public final class LoadDetails {
    /** The end of the id of each load's histogram, by which a load is known. */
    public static final String LATENCY = ".latency";

    private static final Set<String> NAMES = Set.of(
            "instances", "successes", "throughput", "p50", "p95", "p99", "waiting-mean", "using-mean", "failures", "errors",
            "retries", "unserved", "unfinished", "warm-up-errors", "cpu-per-request", "latency", "waiting", "using",
            "errors-by-state", "backends-peak", "backends-busy", "looks", "backend-memory", "waits", "statements",
            // of a pooler on the way
            "pools", "maxwait", "cl_waiting-peak", "servers-peak", "maxwait-peak", "show-pools", "clients", "cl_active",
            "cl_waiting", "sv_active");
    private static final String PROCESSOR_TIME = "cpu.";

    private LoadDetails() {}

    /** Whether this is the load's own, and not something that its experiment says of it besides. */
    public static boolean contain(String load, String id) {
        if (!id.startsWith(load + ".")) return false;
        String name = id.substring(load.length() + 1);
        return NAMES.contains(name) || name.startsWith(PROCESSOR_TIME);
    }
}
