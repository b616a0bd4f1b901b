package poollab.bench;

/**
 * What a run ran on.
 *
 * @param server product and version of the database server
 * @param engine where it ran: embedded, container, external
 * @param engineReadyMs from the engine's start to the first login, in milliseconds
 * @param kit version of this kit
 */
public record Environment(
        int cores,
        long memoryBytes,
        String os,
        String arch,
        String jdk,
        String server,
        String engine,
        double engineReadyMs,
        String kit) {}
