package poollab.sizing;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A closed queueing network: clients that always want a transaction, a pool that lets so many in, first come first served, and
 * inside a number of processors and everything that a transaction waits for without one (the network, the disk at the commit).
 * A transaction takes turns of both, of exponential length.
 *
 * @param clients at least 1
 * @param pool at least 1
 * @param processors at least 1
 * @param processorMs processor time of a transaction that is alone, in milliseconds
 * @param otherMs its time without a processor
 * @param crowding by which share of itself the processor time grows with each transaction that is inside and has no
 *     processor: cache misses, switches, locks; 0 for none
 */
public record ClosedNetwork(
        int clients, int pool, int processors, double processorMs, double otherMs, double crowding) {
    /** Statements of a short transaction: so many times it asks for a processor. */
    private static final int TURNS = 6;

    /**
     * What came of a simulation.
     *
     * @param perSecond transactions
     * @param p50Ms from the wish to the end
     * @param usingMs mean time inside the pool
     */
    public record Simulated(double perSecond, double p50Ms, double p99Ms, double usingMs) {}

    public ClosedNetwork {
        if (clients < 1 || pool < 1 || processors < 1) throw new IllegalArgumentException("at least 1 of each");
        if (!(processorMs > 0) || !(otherMs >= 0) || !(crowding >= 0)) throw new IllegalArgumentException("times above 0");
    }

    /** The same with another pool and other processors. */
    public ClosedNetwork with(int otherPool, int otherProcessors) {
        return new ClosedNetwork(clients, otherPool, otherProcessors, processorMs, otherMs, crowding);
    }

    private int inside() {
        return Math.min(pool, clients);
    }

    /** Processor time of a transaction among so many. */
    private double crowdedMs() {
        return processorMs * (1 + crowding * Math.max(0, inside() - processors));
    }

    /**
     * Transactions per second, computed: the classical model of machines and repairmen, exact for this network as long as the
     * pool is full.
     */
    public double perSecond() {
        int all = inside();
        double service = crowdedMs();
        // log weights of the states: so many of them want a processor
        double[] weight = new double[all + 1];
        for (int j = 1; j <= all; j++)
            weight[j] = weight[j - 1] + Math.log(all - j + 1.0) - Math.log(Math.max(otherMs, 1e-9))
                    + Math.log(service) - Math.log(Math.min(j, processors));
        double most = Arrays.stream(weight).max().orElse(0);
        double sum = 0;
        double busy = 0;
        for (int j = 0; j <= all; j++) {
            double share = Math.exp(weight[j] - most);
            sum += share;
            busy += share * Math.min(j, processors);
        }
        return 1_000 * busy / sum / service;
    }

    /**
     * Plays it, transaction by transaction.
     *
     * @param transactions that count, at least 100; a quarter more come before them
     * @param seed the same seed plays the same game
     */
    public Simulated simulate(int transactions, long seed) {
        return new Game(transactions, new SplittableRandom(seed)).play();
    }

    /** One transaction: since when it is wanted, since when it is inside, and its turns to come. */
    private static final class Transaction {
        final double wanted;
        double inside;
        int turns = TURNS;

        Transaction(double wanted) {
            this.wanted = wanted;
        }
    }

    private record Event(double at, Transaction who, boolean onProcessor) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return Double.compare(at, other.at);
        }
    }

    private final class Game {
        private final SplittableRandom random;
        private final double[] latencies;
        private final PriorityQueue<Event> events = new PriorityQueue<>();
        private final ArrayDeque<Transaction> beforePool = new ArrayDeque<>();
        private final ArrayDeque<Transaction> beforeProcessor = new ArrayDeque<>();
        private final int before;
        private double now;
        private int inPool;
        private int working;
        private int done;
        private double begun;
        private double using;

        Game(int transactions, SplittableRandom random) {
            this.random = random;
            this.latencies = new double[transactions];
            this.before = transactions / 4;
        }

        Simulated play() {
            for (int i = 0; i < clients; i++) beforePool.add(new Transaction(0));
            admit();
            while (done < before + latencies.length) {
                Event event = events.remove();
                now = event.at();
                if (event.onProcessor()) afterProcessor(event.who());
                else wantProcessor(event.who());
            }
            Arrays.sort(latencies);
            int n = latencies.length;
            return new Simulated(
                    1_000 * n / (now - begun), latencies[n / 2], latencies[(int) Math.ceil(0.99 * n) - 1], using / n);
        }

        private void admit() {
            while (inPool < pool && !beforePool.isEmpty()) {
                Transaction next = beforePool.remove();
                inPool++;
                next.inside = now;
                rest(next);
            }
        }

        private void rest(Transaction who) {
            events.add(new Event(now + exponential(otherMs / TURNS), who, false));
        }

        private void wantProcessor(Transaction who) {
            if (working == processors) beforeProcessor.add(who);
            else work(who);
        }

        private void work(Transaction who) {
            working++;
            events.add(new Event(now + exponential(crowdedMs() / TURNS), who, true));
        }

        private void afterProcessor(Transaction who) {
            working--;
            if (!beforeProcessor.isEmpty()) work(beforeProcessor.remove());
            if (--who.turns > 0) rest(who);
            else finish(who);
        }

        private void finish(Transaction who) {
            inPool--;
            if (done == before) begun = now;
            if (done >= before) {
                latencies[done - before] = now - who.wanted;
                using += now - who.inside;
            }
            done++;
            beforePool.add(new Transaction(now));
            admit();
        }

        private double exponential(double mean) {
            return mean == 0 ? 0 : -mean * Math.log(1 - random.nextDouble());
        }
    }
}
