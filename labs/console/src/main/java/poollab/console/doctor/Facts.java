package poollab.console.doctor;

import java.util.Locale;
import poollab.bench.Machine;

/**
 * What the JVM itself knows.
 *
 * @param maxHeapBytes the most this JVM will use
 * @param platform as in the names of PostgreSQL's packaged binaries
 * @param packaged whether binaries for this platform are on the class path
 */
record Facts(
        String javaVersion,
        String javaVendor,
        String javaHome,
        int cores,
        long memoryBytes,
        long maxHeapBytes,
        String platform,
        boolean packaged) {
    static Facts here() {
        Machine machine = Machine.here();
        String platform = platform(System.getProperty("os.name"), machine.arch());
        return new Facts(
                System.getProperty("java.version"),
                System.getProperty("java.vendor"),
                System.getProperty("java.home"),
                machine.cores(),
                machine.memoryBytes(),
                Runtime.getRuntime().maxMemory(),
                platform,
                Facts.class.getResource("/postgres-" + platform + ".txz") != null);
    }

    static String platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        String system = os.contains("windows") ? "windows" : os.contains("mac") ? "darwin" : "linux";
        String arch = switch (osArch) {
            case "amd64" -> "x86_64";
            // Windows on ARM runs programs for x86_64.
            case "aarch64", "arm64" -> system.equals("windows") ? "x86_64" : "arm_64";
            default -> osArch;
        };
        return system + "-" + arch;
    }

    boolean windows() {
        return platform.startsWith("windows");
    }

    boolean mac() {
        return platform.startsWith("darwin");
    }
}
