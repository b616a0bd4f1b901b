package poollab.bench.load;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import poollab.bench.ChildJvm;
import poollab.load.Instance;
import poollab.load.LoadListener;
import poollab.load.LoadResult;
import poollab.load.Second;
import poollab.load.Wire;

/** Several processes that make the same load together. Closing ends the load early, then the processes. */
final class Instances implements AutoCloseable {
    /** Beyond its time, for requests under way at the end and a busy machine. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final List<ChildJvm> children = new ArrayList<>();
    private final CountDownLatch answered;
    private final Duration patience;
    private LoadResult result = LoadResult.none();
    private boolean stopping;

    // Of the seconds that not all have told yet.
    private final Map<Integer, Second> seconds = new HashMap<>();
    private final Map<Integer, Integer> told = new HashMap<>();
    private boolean counting;

    /** Starts them and waits until all are ready. */
    Instances(int number, Instance.Order order) throws IOException {
        answered = new CountDownLatch(number);
        patience = order.plan().warmUp().plus(order.plan().duration()).plus(GRACE);
        try {
            for (int i = 0; i < number; i++) children.add(new ChildJvm(Instance.class, List.of(), ChildJvm.ONE_OF_MANY));
            for (int i = 0; i < number; i++) children.get(i).send(Wire.write(seeded(order, i)));
            for (ChildJvm child : children) {
                String answer = child.receive();
                if (!answer.equals(Instance.READY)) throw new IOException("an instance is not ready: " + answer);
            }
        } catch (IOException e) {
            end();
            throw e;
        }
    }

    /** Each draws keys of its own. */
    private static Instance.Order seeded(Instance.Order order, int number) {
        return new Instance.Order(
                order.plan().seeded(order.plan().seed() + number), order.pool(), order.text(), order.logins());
    }

    long pid(int number) {
        return children.get(number).pid();
    }

    /** Lets them begin together. Returns when each has answered or died, early when interrupted or closed. */
    LoadResult run(LoadListener listener) {
        for (ChildJvm child : children) {
            Thread.ofVirtual().name("instance " + child.pid()).start(() -> listen(child, listener));
        }
        for (ChildJvm child : children) tell(child, Instance.GO);
        boolean interrupted = !waited(patience);
        if (interrupted || stopped()) {
            stop();
            interrupted |= !waited(GRACE);
        }
        if (answered.getCount() > 0) children.forEach(ChildJvm::kill);
        interrupted |= !waited(GRACE);
        if (interrupted) Thread.currentThread().interrupt();
        synchronized (this) {
            return result;
        }
    }

    /** @return false when interrupted */
    private boolean waited(Duration time) {
        try {
            answered.await(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void listen(ChildJvm child, LoadListener listener) {
        try {
            while (!heard(child.receive(), listener)) {
                // The next line.
            }
        } catch (IOException e) {
            synchronized (this) {
                result = result.losing(e.getMessage());
            }
        } finally {
            answered.countDown();
        }
    }

    /** @return whether it was the last line */
    private synchronized boolean heard(String line, LoadListener listener) throws IOException {
        if (line.equals(Instance.COUNTING)) {
            if (!counting) listener.counting();
            counting = true;
            return false;
        }
        switch (Wire.read(line, Serializable.class)) {
            case Second second -> passed(second, listener);
            case LoadResult one -> {
                result = result.plus(one);
                return true;
            }
            case Serializable other -> throw new IOException("an instance said " + other);
        }
        return false;
    }

    private void passed(Second second, LoadListener listener) {
        seconds.merge(second.number(), second, Second::plus);
        if (told.merge(second.number(), 1, Integer::sum) < children.size() - result.lost().size()) return;
        listener.passed(seconds.remove(second.number()));
        told.remove(second.number());
    }

    private synchronized boolean stopped() {
        return stopping;
    }

    private synchronized void stop() {
        stopping = true;
        for (ChildJvm child : children) tell(child, Instance.STOP);
    }

    private static void tell(ChildJvm child, String order) {
        try {
            child.send(order);
        } catch (IOException e) {
            // It has died: whoever listens to it learns its last words.
        }
    }

    @Override
    public void close() {
        if (answered.getCount() > 0) {
            stop();
            waited(GRACE);
        }
        end();
    }

    /** All at the same time: each may take some seconds. */
    private void end() {
        List<Thread> ending =
                children.stream().map(child -> Thread.ofVirtual().start(child::close)).toList();
        for (Thread each : ending) {
            try {
                each.join();
            } catch (InterruptedException e) {
                children.forEach(ChildJvm::kill);
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
