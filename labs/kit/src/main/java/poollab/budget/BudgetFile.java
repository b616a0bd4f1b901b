package poollab.budget;

import java.util.ArrayList;
import java.util.List;
import poollab.bench.BadInput;

/**
 * A budget as YAML.
 *
 * <pre>
 * server:
 *   max_connections: 200              # PostgreSQL's default: 100
 *   superuser_reserved_connections: 3
 *   reserved_connections: 0
 *   maintenance: 10                   # kept free for people, backups, monitoring; default 5
 * services:
 *   web:
 *     instances: { min: 3, max: 12 }  # or one number
 *     size: 20                        # most connections of a pool
 *     pools: 1                        # in each instance, for each database
 *     databases: 1                    # with a database per tenant: the tenants
 *     surge: 25%                      # started besides during a deploy: Kubernetes' maxSurge
 *     through: main                   # the pooler it connects to, if any
 * poolers:
 *   main: { instances: 1, pools: 1, size: 20, reserve: 0 }
 * </pre>
 */
public final class BudgetFile {
    private BudgetFile() {}

    /**
     * @param file its name, for messages
     * @throws BadInput with file and line, when something cannot be used
     */
    public static Budget read(String file, String text) {
        Yaml root = Yaml.read(file, text);
        root.allows("server", "services", "poolers");
        if (!root.has("services")) throw root.bad("services is missing", "An example: ./lab budget --example");
        List<Pooler> poolers = new ArrayList<>();
        if (root.has("poolers")) {
            Yaml all = root.in("poolers");
            for (String name : all.keys()) poolers.add(pooler(name, all.in(name)));
        }
        List<Service> services = new ArrayList<>();
        Yaml all = root.in("services");
        for (String name : all.keys()) services.add(service(name, all.in(name), poolers));
        return new Budget(root.has("server") ? limits(root.in("server")) : limits(null), services, poolers);
    }

    private static Limits limits(Yaml server) {
        if (server == null) return new Limits(Limits.MAX_CONNECTIONS, Limits.SUPERUSER_RESERVED, 0, Limits.MAINTENANCE);
        server.allows("max_connections", "superuser_reserved_connections", "reserved_connections", "maintenance");
        return new Limits(
                server.number("max_connections", Limits.MAX_CONNECTIONS, 1),
                server.number("superuser_reserved_connections", Limits.SUPERUSER_RESERVED, 0),
                server.number("reserved_connections", 0, 0), server.number("maintenance", Limits.MAINTENANCE, 0));
    }

    private static Pooler pooler(String name, Yaml pooler) {
        pooler.allows("instances", "pools", "size", "reserve");
        return new Pooler(
                name, pooler.number("instances", 1, 1), pooler.number("pools", 1, 1), pooler.number("size", 1),
                pooler.number("reserve", 0, 0));
    }

    private static Service service(String name, Yaml service, List<Pooler> poolers) {
        service.allows("instances", "size", "pools", "databases", "surge", "through");
        int min;
        int max;
        if (service.isMapping("instances")) {
            Yaml instances = service.in("instances");
            instances.allows("min", "max");
            max = instances.number("max", 1);
            min = instances.number("min", max, 0);
            if (min > max)
                throw instances.bad(instances.lineOf("min"), "min " + min + " is above max " + max, "Write the smaller one first.");
        } else {
            max = service.number("instances", 1, 1);
            min = max;
        }
        String through = service.text("through", null);
        if (through != null && poolers.stream().noneMatch(pooler -> pooler.name().equals(through))) {
            BadInput unknown = BadInput.unknown("pooler", through, poolers.stream().map(Pooler::name).toList());
            throw service.bad(service.lineOf("through"), unknown.getMessage(), unknown.advice());
        }
        return new Service(
                name, min, max, service.number("pools", 1, 1), service.number("databases", 1, 1),
                service.number("size", 1), surge(service), through);
    }

    private static Surge surge(Yaml service) {
        if (!service.has("surge")) return Surge.STANDARD;
        String text = service.text("surge", "");
        try {
            return Surge.parse(text);
        } catch (IllegalArgumentException e) {
            throw service.bad(service.lineOf("surge"), "surge is " + text, "It takes a number of instances, or a percentage: 25%.");
        }
    }

    /** The file of a budget, as {@link #read} would read it. */
    public static String write(Budget budget) {
        Limits limits = budget.limits();
        StringBuilder text = new StringBuilder();
        text.append("server:\n")
                .append("  max_connections: ").append(limits.maxConnections()).append('\n')
                .append("  superuser_reserved_connections: ").append(limits.superuserReserved()).append('\n')
                .append("  reserved_connections: ").append(limits.reserved()).append('\n')
                .append("  maintenance: ").append(limits.maintenance()).append('\n')
                .append("services:\n");
        for (Service service : budget.services()) {
            text.append("  ").append(quoted(service.name())).append(":\n")
                    .append("    instances: { min: ").append(service.minInstances()).append(", max: ")
                    .append(service.maxInstances()).append(" }\n")
                    .append("    size: ").append(service.size()).append('\n')
                    .append("    pools: ").append(service.pools()).append('\n')
                    .append("    databases: ").append(service.databases()).append('\n')
                    .append("    surge: ").append(service.surge()).append('\n');
            if (service.through() != null) text.append("    through: ").append(quoted(service.through())).append('\n');
        }
        if (budget.poolers().isEmpty()) return text.toString();
        text.append("poolers:\n");
        for (Pooler pooler : budget.poolers())
            text.append("  ").append(quoted(pooler.name())).append(": { instances: ").append(pooler.instances())
                    .append(", pools: ").append(pooler.pools()).append(", size: ").append(pooler.size())
                    .append(", reserve: ").append(pooler.reserve()).append(" }\n");
        return text.toString();
    }

    private static String quoted(String name) {
        return name.matches("[A-Za-z][\\w-]*") ? name : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
