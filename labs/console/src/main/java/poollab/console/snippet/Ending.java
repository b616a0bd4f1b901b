package poollab.console.snippet;

/** Why the learner's application ended, in one line. */
final class Ending {
    private static final String OUT_OF_MEMORY = "Terminating due to java.lang.OutOfMemoryError";
    private static final int SIGNALS = 128;

    private Ending() {}

    /** Whether a line of the JVM's only says what {@link #of} says better. */
    static boolean explains(String line) {
        return line.startsWith(OUT_OF_MEMORY);
    }

    /**
     * @param complaints what the JVM wrote to standard error last
     * @param because why the console ended it, or null
     */
    static String of(int exitCode, String complaints, String because) {
        if (because != null) return because;
        if (complaints.contains(OUT_OF_MEMORY)) {
            return "The application ran out of memory and ended: its heap has " + AppProcess.HEAP_MEGABYTES + " MB.";
        }
        if (complaints.contains("Error: Could not find or load main class")) {
            return "The application could not start: " + complaints;
        }
        return switch (exitCode - SIGNALS) {
            case 9 -> "The application was killed from outside (signal 9).";
            case 15 -> "The application was ended from outside (signal 15).";
            case 6, 11 -> "The application crashed (signal " + (exitCode - SIGNALS) + ").";
            default -> "The application ended itself with exit code " + exitCode + ".";
        };
    }
}
