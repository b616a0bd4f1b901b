package poollab.console.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import poollab.bench.Lendings;
import poollab.bench.Machine;
import poollab.console.bench.Findings.Memory;
import poollab.console.bench.Findings.Round;
import poollab.console.bench.Findings.Series;
import poollab.engine.Folders;
import poollab.engine.Login;
import poollab.engine.Server;

/** The course of a benchmark. All poolers are up the whole time and take turns, so that what disturbs one disturbs all. */
final class PoolerBench {
    /** After logins, and before memory is read: whatever they set off is over. */
    private static final long SETTLE_MS = 500;

    private final Folders folders;
    private final Wanted wanted;
    private final List<Brand> brands;
    private final PgBench pgbench;
    private final Lendings lendings;
    private final Consumer<String> progress;

    private final Instant startedAt = Instant.now();
    private final Map<String, Login> logins = new LinkedHashMap<>();
    private final List<Series> throughput = new ArrayList<>();
    private final List<Memory> memory = new ArrayList<>();
    private Server server;
    private boolean complete;

    PoolerBench(Folders folders, Wanted wanted, List<Brand> brands, Path pgbench, Lendings lendings, Consumer<String> progress) {
        this.folders = folders;
        this.wanted = wanted;
        this.brands = brands;
        this.pgbench = new PgBench(pgbench, lendings);
        this.lendings = lendings;
        this.progress = progress;
    }

    void run(Server running) throws IOException, SQLException, InterruptedException {
        server = running;
        progress.accept("filling the table");
        prepare();
        measureThroughput(Entrance.OPEN, wanted.loads().stream().filter(load -> !load.logsIn()).toList());
        measureThroughput(Entrance.GUARDED, wanted.loads().stream().filter(Load::logsIn).toList());
        measureMemory();
        complete = true;
    }

    /** What is known so far. */
    Findings findings() {
        Map<String, String> titles = new LinkedHashMap<>();
        brands.forEach(brand -> titles.put(brand.name(), brand.title()));
        return new Findings(startedAt, complete, Machine.here(), server.product(), titles, wanted, throughput, memory);
    }

    /** A database of its own, and for each pooler a role that may read it. */
    private void prepare() throws IOException, SQLException, InterruptedException {
        try (Connection observer = server.observe(); Statement statement = observer.createStatement()) {
            statement.execute("create database " + Contestant.DATABASE + " owner " + server.application().role());
            for (Brand brand : brands) {
                Login login = new Login("bench_" + brand.name(), password());
                logins.put(brand.name(), login);
                statement.execute("create role " + login.role() + " login in role " + server.application().role()
                        + " password '" + Entrance.verifier(login) + "'");
            }
        }
        pgbench.fill(server, server.application(), Contestant.DATABASE);
    }

    private static String password() {
        byte[] bytes = new byte[16];
        new java.security.SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private Contestant start(Brand brand, Entrance entrance) throws IOException, InterruptedException {
        Contestant contestant = lendings.lend(
                Contestant.start(brand, entrance, folders, server, logins.get(brand.name()), wanted.mostClients()));
        contestant.awaitReady();
        return contestant;
    }

    private void measureThroughput(Entrance entrance, List<Load> loads) throws IOException, SQLException, InterruptedException {
        if (loads.isEmpty()) return;
        List<Contestant> contestants = new ArrayList<>();
        for (Brand brand : brands) contestants.add(start(brand, entrance));
        for (Load load : loads) {
            List<Contestant> able = contestants.stream().filter(each -> each.brand().can(load)).toList();
            for (Contestant each : able) {
                progress.accept(load + ": " + each.brand().name() + " warms up");
                pgbench.load(each, load, wanted.clients(load).getFirst(), wanted.seconds());
            }
            for (int clients : wanted.clients(load)) takeTurns(able, load, clients);
        }
        for (Contestant each : contestants) each.close();
    }

    private void takeTurns(List<Contestant> able, Load load, int clients) throws IOException, SQLException, InterruptedException {
        Map<String, List<Round>> rounds = new LinkedHashMap<>();
        able.forEach(each -> rounds.put(each.brand().name(), new ArrayList<>()));
        for (int round = 1; round <= wanted.rounds(); round++) {
            // The one that begins changes: what grows or cools down in the meantime favours neither.
            for (Contestant each : round % 2 == 1 ? able : able.reversed()) {
                String name = each.brand().name();
                progress.accept(load + ", " + clients + " clients, round " + round + " of " + wanted.rounds() + ": " + name);
                rounds.get(name).add(measure(each, load, clients));
            }
        }
        rounds.forEach((name, all) -> throughput.add(new Series(load, clients, name, all)));
    }

    private Round measure(Contestant contestant, Load load, int clients) throws IOException, SQLException, InterruptedException {
        try (Backends backends = lendings.lend(new Backends(server, logins.get(contestant.brand().name()).role()))) {
            Usage.Cpu before = Usage.cpu(contestant.pid());
            PgBench.Outcome outcome = pgbench.load(contestant, load, clients, wanted.seconds());
            Usage.Cpu spent = Usage.cpu(contestant.pid()).since(before);
            double each = Math.max(1, outcome.transactions());
            return new Round(outcome.perSecond(), outcome.transactions(), spent.user() / each, spent.system() / each, outcome.failed(),
                    backends.most(), outcome.complaint());
        }
    }

    /** In fresh processes: what the load before left behind is not the idle clients'. */
    private void measureMemory() throws IOException, InterruptedException {
        for (Brand brand : brands) {
            try (Contestant contestant = start(brand, Entrance.OPEN); IdleClients clients = lendings.lend(new IdleClients(contestant.port()))) {
                remember(contestant, 0);
                for (int idle : wanted.idle()) {
                    if (idle == 0) continue;
                    progress.accept(idle + " idle clients: " + brand.name());
                    clients.growTo(idle);
                    remember(contestant, idle);
                }
            }
        }
        memory.sort(java.util.Comparator.comparingInt(Memory::idle));
    }

    private void remember(Contestant contestant, int idle) throws IOException, InterruptedException {
        Thread.sleep(SETTLE_MS);
        long resident = Usage.resident(contestant.pid());
        OptionalLong heap = contestant.brand().jvm() ? Usage.heap(contestant.pid()) : OptionalLong.empty();
        memory.add(new Memory(contestant.brand().name(), idle, resident, heap.isPresent() ? heap.getAsLong() : null));
    }
}
