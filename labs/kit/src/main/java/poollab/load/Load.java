package poollab.load;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One load in this process. It runs once; {@link #close()} from any thread ends it and keeps what was measured. */
public final class Load implements AutoCloseable {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /** How soon an end is noticed. */
    private static final long NAP = TimeUnit.MILLISECONDS.toNanos(50);
    /** For requests that are under way at the end. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LoadPlan plan;
    private final LoadClock clock;
    private final Tally tally = new Tally();
    private final CountDownLatch done = new CountDownLatch(1);
    private boolean begun;
    private Window window;
    private boolean closed;

    public Load(LoadPlan plan, LoadClock clock) {
        this.plan = plan;
        this.clock = clock;
    }

    /**
     * Lets all clients begin at the same moment: a thread that comes late would find what the others have warmed up. Runs
     * until the plan's time is over, until {@link #close()}, or until this thread is interrupted; it is then
     * interrupted still when this returns.
     */
    public LoadResult run(ConnectionSource source, LoadListener listener) {
        claim();
        StartLine line = new StartLine(plan.clients());
        List<Client> clients = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < plan.clients(); i++) {
            int number = i;
            threads.add(unstarted("load client " + (i + 1), () -> {
                if (line.reached()) clients.get(number).run();
            }));
        }
        boolean interrupted = false;
        Cpu cpu = new Cpu();
        try {
            threads.forEach(Thread::start);
            line.awaitAll();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        Window mine = begin();
        Arrivals arrivals = Arrivals.of(plan.pace(), mine, clock);
        SplittableRandom chance = new SplittableRandom(plan.seed());
        for (int i = 0; i < plan.clients(); i++)
            clients.add(new Client(plan, source, mine, arrivals, tally, clock, chance.split()));
        if (interrupted) mine.endNow(mine.start());
        line.open();
        try {
            sleep(mine, mine.countedFrom());
            if (!mine.endedEarly()) listener.counting();
            cpu.begin();
            watch(mine, listener);
        } catch (InterruptedException e) {
            mine.endNow(clock.nanos());
            interrupted = true;
        }
        Duration used = cpu.used();
        int unfinished = end(clients, threads);
        long rest = mine.counted() - tally.passed() * SECOND;
        if (rest > 0) listener.passed(tally.pass(rest / 1e9));
        LoadResult result = tally.result(mine, arrivals.unserved(), unfinished, used);
        done.countDown();
        if (interrupted) Thread.currentThread().interrupt();
        return result;
    }

    private synchronized void claim() {
        if (begun) throw new IllegalStateException("a load runs once");
        begun = true;
    }

    private synchronized Window begin() {
        window = new Window(clock.nanos(), plan);
        if (closed) window.endNow(window.start());
        return window;
    }

    private Thread unstarted(String name, Runnable client) {
        return switch (plan.threads()) {
            case PLATFORM -> Thread.ofPlatform().daemon().name(name).unstarted(client);
            case VIRTUAL -> Thread.ofVirtual().name(name).unstarted(client);
        };
    }

    /** Closes every full second but the last, which waits for the requests under way. */
    private void watch(Window window, LoadListener listener) throws InterruptedException {
        for (long next = window.countedFrom() + SECOND; next - window.end() < 0; next += SECOND) {
            sleep(window, next);
            if (window.endedEarly()) return;
            listener.passed(tally.pass(1));
        }
        sleep(window, window.end());
    }

    private void sleep(Window window, long until) throws InterruptedException {
        for (long now = clock.nanos(); now - until < 0 && !window.over(now); now = clock.nanos())
            clock.sleepUntil(Math.min(until, now + NAP));
    }

    /** Waits for the clients, longer than an ordinary request takes. Returns how many did not come. */
    private int end(List<Client> clients, List<Thread> threads) {
        if (!joined(threads, PATIENCE)) {
            clients.forEach(Client::cutOff);
            threads.forEach(Thread::interrupt);
        }
        return (int) threads.stream().filter(Thread::isAlive).count();
    }

    private static boolean joined(List<Thread> threads, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        boolean interrupted = Thread.interrupted();
        try {
            for (Thread thread : threads) {
                while (thread.isAlive()) {
                    long left = end - System.nanoTime();
                    if (left <= 0) return false;
                    try {
                        thread.join(Duration.ofNanos(left));
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
            return true;
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /** Ends the load now. Returns when its result is complete, or after some seconds. Does no harm after the end. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (window == null) return;
            window.endNow(clock.nanos());
        }
        try {
            done.await(PATIENCE.toMillis() + 1_000, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Processor time of this process. */
    private static final class Cpu {
        private long begun = now();

        void begin() {
            begun = now();
        }

        Duration used() {
            return Duration.ofNanos(now() - begun);
        }

        private static long now() {
            var system = ManagementFactory.getOperatingSystemMXBean();
            return system instanceof com.sun.management.OperatingSystemMXBean known ? known.getProcessCpuTime() : 0;
        }
    }
}
