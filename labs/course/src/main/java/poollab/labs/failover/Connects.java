package poollab.labs.failover;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import poollab.bench.Bench;
import poollab.clientpool.PoolListener;

/** When physical connections were opened, counted from the beginning of each login. */
final class Connects implements PoolListener {
    private final Bench bench;
    private final Queue<Long> begun = new ConcurrentLinkedQueue<>();
    private final LongAdder failed = new LongAdder();

    Connects(Bench bench) {
        this.bench = bench;
    }

    @Override
    public void opened(String pool, Duration took) {
        begun.add(bench.nanos() - took.toNanos());
    }

    @Override
    public void openFailed(String pool, Exception cause) {
        failed.increment();
    }

    long since(long nanos) {
        return begun.stream().filter(time -> time - nanos >= 0).count();
    }

    long failed() {
        return failed.sum();
    }

    /** The most that began within so long a time, wherever it lies after a moment. */
    long peak(long since, Duration within) {
        long[] times = begun.stream().filter(time -> time - since >= 0).mapToLong(Long::longValue).sorted().toArray();
        int most = 0;
        for (int first = 0, last = 0; last < times.length; last++) {
            while (times[last] - times[first] >= within.toNanos()) first++;
            most = Math.max(most, last - first + 1);
        }
        return most;
    }
}
