package poollab.console.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import poollab.bench.BadInput;
import poollab.bench.Json;
import poollab.bench.Lendings;
import poollab.bench.Machine;
import poollab.bench.Observation.Table;
import poollab.console.session.EngineRoom;
import poollab.console.session.Session;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Server;
import poollab.report.Screen;
import poollab.report.TextTable;

/** {@code lab bench pooler}: point reads through the bundled pooler, and what idle clients cost it. */
@Command(
        name = "pooler",
        mixinStandardHelpOptions = true,
        description = "Drive the bundled pooler with pgbench: transactions and logins a second, processor time, memory.",
        footer = {
            "",
            "Exit codes: 0 it ran, 1 a transaction failed or the pool was exceeded, 3 bad",
            "input, 4 this machine is missing something.",
            "",
            "Examples:",
            "  ./lab bench pooler --seconds 2 --loads simple,login",
            "  ./lab bench pooler --against pgbouncer --json bench.json"
        })
final class PoolerBenchCommand implements Callable<Integer> {
    private static final long GRACE_SECONDS = 30;
    /** Beside its clients a process has servers, files and pipes. */
    private static final int OTHER_FILES = 200;

    private final Session session;

    @Option(names = "--against", paramLabel = "PROGRAM", description = "Beside it, in turns: pgbouncer, or a path to it.")
    private String against;

    @Option(names = "--seconds", paramLabel = "N", description = "Of each round (default: 5).")
    private int seconds = 5;

    @Option(names = "--rounds", paramLabel = "N", description = "Of which the median counts (default: 3).")
    private int rounds = 3;

    @Option(names = "--clients", split = ",", paramLabel = "N", description = "How many at a time in point reads (default: 100,250).")
    private List<Integer> clients = List.of(100, 250);

    @Option(names = "--loads", split = ",", paramLabel = "NAME", description = "${COMPLETION-CANDIDATES} (default: all).")
    private List<Load> loads = List.of(Load.values());

    @Option(names = "--idle", split = ",", paramLabel = "N", description = "Idle clients to hold (default: 1000,5000).")
    private List<Integer> idle = List.of(1_000, 5_000);

    @Option(names = "--json", paramLabel = "FILE", description = "Every round, as one JSON document in a file.")
    private Path json;

    PoolerBenchCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        Wanted wanted = new Wanted(seconds, rounds, clients, loads, idle);
        if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent()))
            throw new BadInput("--json " + json + ": there is no such folder", "Name a file in a folder that is there.");
        if (!Usage.known())
            throw new EnvironmentMissing("The benchmark reads processor time and memory from Linux's /proc.", "Run it on Linux.");
        Path pgbench = Programs.pgbench();
        List<Brand> brands = new ArrayList<>(List.of(Brand.bundled()));
        if (against != null) brands.add(Brand.pgbouncer(Programs.pgbouncer(against)));
        requireFiles(wanted.mostClients());

        Screen screen = session.terminal().screen(session.out());
        try (Lendings lendings = new Lendings("the benchmark")) {
            return run(screen, wanted, brands, lendings,
                    new PoolerBench(session.folders(), wanted, brands, pgbench, lendings, screen::passing));
        }
    }

    private int run(Screen screen, Wanted wanted, List<Brand> brands, Lendings lendings, PoolerBench bench) throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endEarly(lendings, told), "end of the benchmark"));
        try {
            Server server = lendings.lend(new EngineRoom(session.folders(), 0, screen::passing)).server();
            introduce(screen, wanted, brands, server);
            try {
                bench.run(server);
            } catch (Exception e) {
                if (!lendings.closed()) throw e;
                screen.line("Ended early; this was measured by then.");
            }
            return tell(screen, bench.findings());
        } catch (Exception e) {
            // Nothing is wrong when it was told to end.
            if (!lendings.closed()) throw e;
            return 1;
        } finally {
            told.countDown();
        }
    }

    /** The JVM was told to stop: what waits on anything lent fails, and there is time to say what came. */
    private static void endEarly(Lendings lendings, CountDownLatch told) {
        if (told.getCount() == 0) return;
        lendings.close();
        try {
            told.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void introduce(Screen screen, Wanted wanted, List<Brand> brands, Server server) {
        screen.line("pgbench -S (with -C for logins) through a pool of " + Contestant.POOL + " in transaction mode");
        for (Brand brand : brands) screen.line(String.format("  %-9s  %s", brand.name(), brand.title()));
        screen.line("  server     " + server.product() + ", embedded · " + Machine.here().cores() + " cores");
        screen.line("  rounds     " + wanted.rounds() + " of " + wanted.seconds() + " s after a warm-up; about "
                + Math.max(1, Math.round(wanted.seconds(brands.size()) / 60.0)) + " min");
    }

    private int tell(Screen screen, Findings findings) throws IOException {
        for (Table table : List.of(Tables.throughput(findings), Tables.memory(findings))) {
            if (table.rows().isEmpty()) continue;
            screen.blank();
            screen.line(screen.ink().strong(table.title()));
            for (String line : TextTable.lines(table, screen.width() - 2)) screen.line("  " + line);
        }
        if (json != null) Files.writeString(json, Json.write(findings) + "\n");
        findings.broken().forEach(screen::line);
        return findings.broken().isEmpty() ? 0 : 1;
    }

    private static void requireFiles(int clients) {
        int needed = clients + OTHER_FILES;
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.UnixOperatingSystemMXBean unix)) return;
        long allowed = unix.getMaxFileDescriptorCount();
        if (allowed >= needed) return;
        throw new EnvironmentMissing(
                clients + " clients need " + needed + " open files in one process, and this shell allows " + allowed + ".",
                "Raise it: ulimit -n " + needed + " (root raises what ulimit -Hn shows), or hold fewer: --idle "
                        + Math.max(0, allowed - OTHER_FILES));
    }
}
