package poollab.budget;

import java.util.List;

/** A system as somebody has written it down. */
public record Budget(Limits limits, List<Service> services, List<Pooler> poolers) {
    /** @throws IllegalArgumentException when a service goes through a pooler that is not there */
    public Budget {
        services = List.copyOf(services);
        poolers = List.copyOf(poolers);
        for (Service service : services) {
            String through = service.through();
            if (through != null && poolers.stream().noneMatch(pooler -> pooler.name().equals(through)))
                throw new IllegalArgumentException(service.name() + " goes through " + through + ", which is no pooler here");
        }
    }

    public Budget with(Limits other) {
        return new Budget(other, services, poolers);
    }

    /** Those whose connections the server sees. */
    List<Service> direct() {
        return services.stream().filter(service -> service.through() == null).toList();
    }

    long ofPoolers() {
        return poolers.stream().mapToLong(Pooler::connections).sum();
    }
}
