package poollab.pooler.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The event loop: one thread that owns all connections and all state behind them, so none of it is locked.
 *
 * <p>In a turn it serves the channels that are ready, then what they left for later, then tasks from other threads, then
 * timers. Everything read goes through one buffer, so a connection with nothing to say costs no buffer.
 */
public final class Loop {
    /** What is read at once, in bytes. Also about what a slow receiver can make the pooler hold for it. */
    static final int BUFFER = 32 * 1024;
    public static final int SPARE_BYTES = 2048;
    /** What {@link #BUFFER} holds, as records of TLS, and room for one more record of the largest kind. */
    private static final int ENCRYPTED = 2 * BUFFER;

    /** Anything that waits for a channel. */
    interface Ready {
        void ready(SelectionKey key);

        /** It met a defect of the pooler's own; nobody else shall suffer from it. */
        void failed(RuntimeException defect);
    }

    private static final class Timer {
        final LongSupplier period;
        final Runnable action;
        long last;

        Timer(LongSupplier period, long last, Runnable action) {
            this.period = period;
            this.last = last;
            this.action = action;
        }

        long due() {
            return last + period.getAsLong();
        }
    }

    final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
    private final Outlet outlet = new Outlet();
    /** What is encrypted; only there when somebody speaks TLS. Not direct memory: Java's ciphers work on arrays. */
    private ByteBuffer encryptedIn;
    private ByteBuffer encryptedOut;
    private final Selector selector;
    private final LongSupplier clock;
    private final Consumer<RuntimeException> defects;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private final ArrayDeque<Conn> resumed = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private final ArrayDeque<byte[]> spare = new ArrayDeque<>();
    private Runnable afterTurn = () -> {};
    private volatile boolean stopped;
    private volatile Thread thread;
    private long now;

    /**
     * @param clock microseconds since 1970, never going back
     * @param defects hears of exceptions that were caught outside of a connection's work; the loop goes on
     */
    public Loop(LongSupplier clock, Consumer<RuntimeException> defects) throws IOException {
        this.clock = clock;
        this.defects = defects;
        selector = Selector.open();
        now = clock.getAsLong();
    }

    /** The time of this turn, in microseconds since 1970. */
    public long now() {
        return now;
    }

    /** What is forwarded while one connection's input is worked through. */
    public Outlet outlet() {
        return outlet;
    }

    ByteBuffer encryptedIn() {
        if (encryptedIn == null) encryptedIn = ByteBuffer.allocate(ENCRYPTED);
        return encryptedIn;
    }

    ByteBuffer encryptedOut() {
        if (encryptedOut == null) encryptedOut = ByteBuffer.allocate(ENCRYPTED);
        return encryptedOut;
    }

    /** Runs {@code action} in the loop's thread, from any thread. */
    public void execute(Runnable action) {
        tasks.add(action);
        selector.wakeup();
    }

    /** Runs {@code action} after the connection that is being served, before anything else. */
    public void later(Runnable action) {
        later.add(action);
    }

    /** Lets a connection work on, as soon as what is {@link #later} is done. */
    void resume(Conn conn) {
        resumed.add(conn);
    }

    /** @param period in microseconds */
    public void every(long period, Runnable action) {
        every(() -> period, action);
    }

    /** The same with a period that may change: a change counts at once. */
    public void every(LongSupplier period, Runnable action) {
        timers.add(new Timer(period, now, action));
    }

    /** What is done at the end of each turn. */
    public void afterTurn(Runnable action) {
        afterTurn = action;
    }

    public boolean inLoop() {
        return Thread.currentThread() == thread;
    }

    public void stop() {
        stopped = true;
        selector.wakeup();
    }

    /** Turns until {@link #stop}; returns with the selector closed. */
    public void run() throws IOException {
        thread = Thread.currentThread();
        Consumer<SelectionKey> server = this::serve;
        try (selector) {
            while (!stopped) {
                now = clock.getAsLong();
                selector.select(server, untilNextTimer());
                now = clock.getAsLong();
                runLater();
                for (Runnable task; (task = tasks.poll()) != null; ) {
                    run(task);
                    runLater();
                }
                runTimers();
                run(afterTurn);
                runLater();
            }
        }
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) return;
        Ready ready = (Ready) key.attachment();
        try {
            ready.ready(key);
        } catch (RuntimeException e) {
            fail(ready, e);
        }
        runLater();
    }

    private void runLater() {
        while (true) {
            Runnable action = later.poll();
            if (action != null) {
                run(action);
                continue;
            }
            Conn conn = resumed.poll();
            if (conn == null) return;
            try {
                conn.workOn();
            } catch (RuntimeException e) {
                fail(conn, e);
            }
        }
    }

    private void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            outlet.discard();
            defects.accept(e);
        }
    }

    private void fail(Ready ready, RuntimeException defect) {
        outlet.discard();
        ready.failed(defect);
    }

    private long untilNextTimer() {
        if (!tasks.isEmpty()) return 1;
        long next = Long.MAX_VALUE;
        for (Timer timer : timers) next = Math.min(next, timer.due());
        return next == Long.MAX_VALUE ? 0 : Math.max(1, (next - now + 999) / 1000);
    }

    private void runTimers() {
        for (Timer timer : timers)
            if (timer.due() <= now) {
                timer.last = now;
                run(timer.action);
                runLater();
            }
    }

    SelectionKey register(SelectableChannel channel, int operations, Ready ready) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, operations, ready);
    }

    // ---- memory for what could not be worked through yet: mostly a waiting client's query

    byte[] borrow(int size) {
        if (size > SPARE_BYTES) return new byte[size];
        byte[] bytes = spare.poll();
        return bytes != null ? bytes : new byte[SPARE_BYTES];
    }

    public int spareBuffers() {
        return spare.size();
    }

    void giveBack(byte[] bytes) {
        if (bytes.length == SPARE_BYTES && spare.size() < 256) spare.push(bytes);
    }
}
