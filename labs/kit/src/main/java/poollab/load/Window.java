package poollab.load;

/** From when to when a load runs, and from when it is counted. Its end may come earlier than planned. */
final class Window {
    private final long start;
    private final long countedFrom;
    private volatile long end;
    private volatile boolean ended;

    Window(long start, LoadPlan plan) {
        this.start = start;
        this.countedFrom = start + plan.warmUp().toNanos();
        this.end = countedFrom + plan.duration().toNanos();
    }

    long start() {
        return start;
    }

    long countedFrom() {
        return countedFrom;
    }

    long end() {
        return end;
    }

    boolean counts(long intended) {
        return intended - countedFrom >= 0;
    }

    boolean over(long now) {
        return ended || now - end >= 0;
    }

    boolean endedEarly() {
        return ended;
    }

    synchronized void endNow(long now) {
        if (over(now)) return;
        end = now;
        ended = true;
    }

    /** How long was counted, in nanoseconds. */
    long counted() {
        return Math.max(0, end - countedFrom);
    }
}
