package poollab.labs.monitoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import poollab.monitoring.Labels;
import poollab.monitoring.Sample;
import poollab.monitoring.SeriesStore;

/** Asks targets for their metrics at an interval, and then lets the rules be evaluated: Prometheus, in one thread. */
final class Scraper implements AutoCloseable {
    /** A target that does not answer is waited for no longer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SeriesStore store;
    private final List<Target> targets;
    private final Duration interval;
    private final LongSupplier nowMs;
    private final Runnable then;
    private final Thread thread = Thread.ofPlatform().daemon().name("scraper").unstarted(this::scrape);

    /** @param then what follows each round */
    Scraper(SeriesStore store, List<Target> targets, Duration interval, LongSupplier nowMs, Runnable then) {
        this.store = store;
        this.targets = List.copyOf(targets);
        this.interval = interval;
        this.nowMs = nowMs;
        this.then = then;
    }

    void begin() {
        thread.start();
    }

    private void scrape() {
        try {
            while (true) {
                long begin = nowMs.getAsLong();
                for (Target target : targets) ask(target);
                then.run();
                Thread.sleep(Math.max(1, begin + interval.toMillis() - nowMs.getAsLong()));
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private void ask(Target target) throws InterruptedException {
        List<Sample> samples = new ArrayList<>();
        int up = 1;
        try {
            samples.addAll(target.scrape());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            up = 0;
        }
        samples.add(new Sample("up", Labels.of("job", target.job()), up));
        store.add(target.job(), nowMs.getAsLong(), samples);
    }

    /** Nothing is asked any more once this returns. */
    @Override
    public void close() {
        thread.interrupt();
        Threads.join(List.of(thread), PATIENCE);
    }
}
