package poollab.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The sum of a {@link Budget}, in connections.
 *
 * @param available what the server leaves to the application
 * @param atMinimum with as few instances as may run
 * @param atMaximum with all autoscalers at their maximum
 * @param duringDeploy the same while all services are deployed at once: old and new instances together
 */
public record Assessment(
        Limits limits, int available, List<Line> lines, long atMinimum, long atMaximum, long duringDeploy) {

    /**
     * One service or pooler.
     *
     * @param instances as text: {@code 3–12 + 3}
     * @param through the pooler that a service goes to; the server then sees nothing of it
     */
    public record Line(
            String name, String instances, long perInstance, long atMinimum, long atMaximum, long duringDeploy, String through) {}

    public static Assessment of(Budget budget) {
        List<Line> lines = new ArrayList<>();
        for (Service service : budget.services()) lines.add(line(service));
        for (Pooler pooler : budget.poolers()) lines.add(line(pooler));
        List<Service> direct = budget.direct();
        long poolers = budget.ofPoolers();
        return new Assessment(
                budget.limits(), budget.limits().available(), List.copyOf(lines),
                poolers + direct.stream().mapToLong(Service::atMinimum).sum(),
                poolers + direct.stream().mapToLong(Service::atMaximum).sum(),
                poolers + direct.stream().mapToLong(Service::duringDeploy).sum());
    }

    private static Line line(Service service) {
        int most = service.maxInstances();
        String instances = service.minInstances() == most ? "" + most : service.minInstances() + "–" + most;
        int surge = service.surge().of(most);
        return new Line(
                service.name(), surge == 0 ? instances : instances + " + " + surge, service.perInstance(), service.atMinimum(),
                service.atMaximum(), service.duringDeploy(), service.through());
    }

    private static Line line(Pooler pooler) {
        long all = pooler.connections();
        return new Line(pooler.name(), "" + pooler.instances(), all / pooler.instances(), all, all, all, null);
    }

    /** The worst case: during a deploy at the maximum. */
    public long worst() {
        return duringDeploy;
    }

    /** By how much the worst case exceeds what is available; 0 or less when it fits. */
    public long over() {
        return worst() - available;
    }

    public boolean fits() {
        return over() <= 0;
    }

    /** The largest pool size that fits when all services have the same; empty when not even 1 does. */
    public static OptionalInt equalSize(Budget budget) {
        int largest = budget.direct().stream().mapToInt(Service::size).max().orElse(0);
        for (int size = largest; size > 0; size--) {
            int tried = size;
            List<Service> cut = budget.services().stream()
                    .map(service -> service.through() == null ? service.withSize(Math.min(tried, service.size())) : service)
                    .toList();
            if (of(new Budget(budget.limits(), cut, budget.poolers())).fits()) return OptionalInt.of(size);
        }
        return OptionalInt.empty();
    }
}
