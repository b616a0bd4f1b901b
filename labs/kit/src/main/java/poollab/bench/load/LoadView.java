package poollab.bench.load;

import java.util.List;
import poollab.bench.Bench;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;
import poollab.load.LoadListener;
import poollab.load.LoadResult;
import poollab.load.Second;

/** Follows a load from the end of its warm-up to its result. */
final class LoadView implements LoadListener {
    /** A shorter last second tells nothing about rates. */
    private static final double TOO_SHORT = 0.5;

    private final Bench bench;
    private final String name;
    private final ServerWatch server;
    private final SeriesRecorder rates;
    private final SeriesRecorder tail;

    LoadView(Bench bench, String name, ServerWatch server) {
        this.bench = bench;
        this.name = name;
        this.server = server;
        rates = bench.series(
                name + ".rates", name + ": in the second before", Unit.PER_SECOND, List.of("requests", "errors"));
        tail = bench.series(
                name + ".tail", name + ": latency in the second before", Unit.MILLISECONDS, List.of("p50", "p99"));
    }

    @Override
    public void counting() {
        server.begin();
    }

    @Override
    public void passed(Second second) {
        if (second.seconds() < TOO_SHORT) return;
        rates.add(second.perSecond(), second.errors() / second.seconds());
        tail.add(second.latency().percentileMs(50), second.latency().percentileMs(99));
    }

    void end(LoadResult result) {
        server.end();
        LoadRecord.write(bench, name, result);
        server.record();
    }
}
