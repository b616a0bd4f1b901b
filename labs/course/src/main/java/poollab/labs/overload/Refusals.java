package poollab.labs.overload;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import poollab.bench.Bench;
import poollab.bench.Unit;
import poollab.clientpool.PoolListener;

/** Counts what a pool tried to open, and what the server said. */
final class Refusals implements PoolListener {
    private final LongAdder opened = new LongAdder();
    private final LongAdder refused = new LongAdder();

    @Override
    public void opened(String pool, Duration took) {
        opened.increment();
    }

    @Override
    public void openFailed(String pool, Exception cause) {
        refused.increment();
    }

    void record(Bench bench, String load) {
        bench.figureOf(load, "opened", "connections opened", opened.sum(), Unit.COUNT);
        bench.figureOf(load, "refused", "logins the server refused", refused.sum(), Unit.COUNT);
    }
}
