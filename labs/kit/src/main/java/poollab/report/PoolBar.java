package poollab.report;

import java.util.Map;

/** A pool's occupancy in a few letters: {@code [■■■··] 3 in use, 0 idle, 0 waiting}. */
final class PoolBar {
    /** More slots than this are only counted. */
    private static final int DRAWN = 12;

    private PoolBar() {}

    static String of(Map<String, Double> slots) {
        int inUse = slots.getOrDefault("in use", 0.0).intValue();
        int idle = slots.getOrDefault("idle", 0.0).intValue();
        int waiting = slots.getOrDefault("waiting", 0.0).intValue();
        String drawn = inUse + idle <= DRAWN ? "[" + "■".repeat(inUse) + "·".repeat(idle) + "] " : "";
        return drawn + inUse + " in use, " + idle + " idle, " + waiting + " waiting";
    }
}
