package poollab.bench;

import java.lang.management.ManagementFactory;

/**
 * The computer under the experiment.
 *
 * @param cores processors available to this JVM
 * @param memoryBytes physical memory (or the container's limit)
 * @param os name and version of the operating system
 * @param arch processor architecture
 * @param jdk version of the Java runtime
 */
public record Machine(int cores, long memoryBytes, String os, String arch, String jdk) {
    public static Machine here() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        long memory = system instanceof com.sun.management.OperatingSystemMXBean known ? known.getTotalMemorySize() : 0;
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                memory,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("os.arch"),
                Runtime.version().toString());
    }
}
