package poollab.pooler.blackbox;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Whoever runs the pooler and the server of a soak: kills server connections, pauses, reloads, reconnects, kills clients, looks. */
final class SoakOperator {
    private final int port;
    private final Random random;
    private final SoakTally tally;

    SoakOperator(int port, long seed, SoakTally tally) {
        this.port = port;
        this.random = new Random(seed);
        this.tally = tally;
    }

    /** Works until the deadline of {@link System#nanoTime()}, then leaves everything running. */
    void work(long deadline) {
        try (RawClient console = SoakRig.console(port); RawClient root = PostgresRig.get().root()) {
            while (deadline - System.nanoTime() > 0) {
                act(console, root);
                Pause.millis(random.nextInt(400));
            }
        }
    }

    /** Undoes whatever its colleagues may have left. */
    static void leaveRunning(RawClient console) {
        console.query("RESUME");
        for (String database : SoakClient.DATABASES) {
            console.query("RESUME " + database);
            console.query("ENABLE " + database);
        }
    }

    private void act(RawClient console, RawClient root) {
        String database = SoakClient.DATABASES.get(random.nextInt(SoakClient.DATABASES.size()));
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> {
                root.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = '" + PostgresRig.APP + "' order by random() limit " + (1 + random.nextInt(3)));
                tally.count("operator: servers killed");
            }
            case 4 -> paused(console, "PAUSE " + database, "RESUME " + database);
            case 5 -> {
                if (random.nextInt(3) == 0) paused(console, "PAUSE", "RESUME");
            }
            case 6 -> paused(console, "SUSPEND", "RESUME");
            case 7 -> paused(console, "DISABLE " + database, "ENABLE " + database);
            case 8 -> paused(console, "KILL " + database, "RESUME " + database);
            case 9 -> says(console, "RELOAD");
            case 10 -> says(console, "RECONNECT");
            case 11 -> {
                says(console, "RECONNECT " + database);
                says(console, "WAIT_CLOSE " + database);
            }
            case 12 -> says(console, "SET default_pool_size = " + (5 + random.nextInt(15)));
            case 13 -> killsAClient(console);
            default -> says(console, "SHOW " + List.of("CLIENTS", "SERVERS", "POOLS", "SOCKETS", "STATS", "LISTS", "MEM", "DATABASES", "USERS").get(random.nextInt(9)));
        }
    }

    private void paused(RawClient console, String stop, String go) {
        says(console, stop);
        Pause.millis(random.nextInt(200));
        says(console, go);
    }

    private void killsAClient(RawClient console) {
        List<Map<String, String>> clients = console.query("SHOW CLIENTS").table();
        List<Map<String, String>> others = clients.stream().filter(row -> row.get("user").equals(PostgresRig.APP)).toList();
        if (!others.isEmpty()) says(console, "KILL_CLIENT " + others.get(random.nextInt(others.size())).get("id"));
    }

    /** The console answers every command, if only that a colleague was faster. */
    private void says(RawClient console, String command) {
        Reply reply = console.query(command);
        if (reply.messages().isEmpty() || reply.status() != 'I') throw new AssertionError(command + ": " + reply.messages());
        tally.count("operator: " + command.split("[ =]")[0] + (reply.error().isEmpty() ? "" : " (refused)"));
    }
}
