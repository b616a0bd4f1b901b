package poollab.sizing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A {@link ClosedNetwork} whose parameters were found in a measured sweep of pool sizes.
 *
 * @param network as measured: the clients and processors of the sweep
 * @param shown pool sizes that it was fitted to
 * @param heldOut pool sizes that it was not shown
 * @param throughputError at those, relative to the measured: 0.1 is a tenth off
 * @param p99Error the same of the tail
 */
public record SizingModel(
        ClosedNetwork network, List<Integer> shown, List<Integer> heldOut, Deviation throughputError, Deviation p99Error) {
    private static final int TRANSACTIONS = 6_000;
    private static final double FINEST_STEP = 0.002;

    /** One point of a sweep. */
    public record Measured(int pool, double perSecond, double p99Ms) {}

    /** Relative errors, of all points and of the worst. */
    public record Deviation(double mean, double worst) {}

    /**
     * Fits to the throughput of every second size, the ends among them, and tries itself at the others.
     *
     * @param sweep by ascending pool size, at least 5 points
     */
    public static SizingModel fit(List<Measured> sweep, int clients, int processors) {
        if (sweep.size() < 5) throw new IllegalArgumentException("a sweep of " + sweep.size() + " sizes: at least 5");
        List<Measured> shown = new ArrayList<>();
        List<Measured> heldOut = new ArrayList<>();
        for (int i = 0; i < sweep.size(); i++)
            (i % 2 == 0 || i == sweep.size() - 1 ? shown : heldOut).add(sweep.get(i));
        ClosedNetwork network = search(shown, clients, processors);
        Deviation throughput = error(heldOut, Measured::perSecond, point -> at(network, point.pool(), processors).perSecond());
        Deviation p99 = error(heldOut, Measured::p99Ms, point -> at(network, point.pool(), processors).p99Ms());
        return new SizingModel(network, sizes(shown), sizes(heldOut), throughput, p99);
    }

    /** What so many processors would do with a pool of this size. Simulated. */
    public ClosedNetwork.Simulated at(int pool, int processors) {
        return at(network, pool, processors);
    }

    private static ClosedNetwork.Simulated at(ClosedNetwork network, int pool, int processors) {
        return network.with(pool, processors).simulate(TRANSACTIONS, pool);
    }

    private static List<Integer> sizes(List<Measured> points) {
        return points.stream().map(Measured::pool).toList();
    }

    private static Deviation error(
            List<Measured> points, ToDoubleFunction<Measured> measured, ToDoubleFunction<Measured> simulated) {
        double[] errors = points.stream()
                .mapToDouble(point -> Math.abs(simulated.applyAsDouble(point) / measured.applyAsDouble(point) - 1))
                .toArray();
        double sum = 0;
        double worst = 0;
        for (double error : errors) {
            sum += error;
            worst = Math.max(worst, error);
        }
        return new Deviation(sum / errors.length, worst);
    }

    /** Least squares of the logarithms, by trying a step in each direction and halving it when none helps. */
    private static ClosedNetwork search(List<Measured> points, int clients, int processors) {
        double most = points.stream().mapToDouble(Measured::perSecond).max().orElseThrow();
        double alone = 1_000 / points.getFirst().perSecond();
        double[] best = {
            Math.log(1_000 * processors / most), Math.log(Math.max(alone / 2, alone - 1_000 * processors / most)), Math.log(0.01)
        };
        double least = squares(points, clients, processors, best);
        for (double step = 1; step > FINEST_STEP; ) {
            double[] next = best;
            for (int i = 0; i < best.length; i++) {
                for (double direction : new double[] {-step, step}) {
                    double[] tried = best.clone();
                    tried[i] += direction;
                    double squares = squares(points, clients, processors, tried);
                    if (squares < least) {
                        least = squares;
                        next = tried;
                    }
                }
            }
            if (next == best) step /= 2;
            best = next;
        }
        return network(clients, processors, best, points.getFirst().pool());
    }

    private static ClosedNetwork network(int clients, int processors, double[] logs, int pool) {
        return new ClosedNetwork(clients, pool, processors, Math.exp(logs[0]), Math.exp(logs[1]), Math.exp(logs[2]));
    }

    private static double squares(List<Measured> points, int clients, int processors, double[] logs) {
        double sum = 0;
        for (Measured point : points) {
            double off = Math.log(network(clients, processors, logs, point.pool()).perSecond() / point.perSecond());
            sum += off * off;
        }
        return sum;
    }
}
