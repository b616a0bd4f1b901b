package poollab.pooler.blackbox;

import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pooler of a soak, a process of its own whose memory and files can be counted. */
final class SoakRig implements AutoCloseable {
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");
    /** Gaps that a collection leaves between what is alive. */
    private static final Pattern GAP = Pattern.compile("(?m)^.* (\\d+)  \\S*jdk\\.internal\\.vm\\.Filler");
    private final PoolerProcess pooler;
    private final int port;

    SoakRig(Path folder, int clients) throws IOException {
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path users = Files.writeString(folder.resolve("users.txt"), """
                "%s" "%s"
                "admin" "admin-secret"
                """.formatted(APP, APP_PASSWORD));
        Path ini = Files.writeString(folder.resolve("soak.ini"), """
                [databases]
                by_transaction = host=127.0.0.1 port=%1$d dbname=%2$s
                by_session = host=127.0.0.1 port=%1$d dbname=%2$s pool_mode=session
                by_statement = host=127.0.0.1 port=%1$d dbname=%2$s pool_mode=statement
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %3$d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %4$s
                admin_users = admin
                client_tls_sslmode = allow
                client_tls_cert_file = %5$s
                client_tls_key_file = %6$s
                pool_mode = transaction
                default_pool_size = 20
                max_client_conn = %7$d
                max_prepared_statements = 10
                query_wait_timeout = 8
                client_login_timeout = 15
                server_login_retry = 1
                log_connections = 0
                log_disconnections = 0
                """.formatted(PostgresRig.get().port(), PostgresRig.DATABASE, port, users, TestKeys.get().file("localhost.crt"),
                TestKeys.get().file("localhost.key"), clients * 9 / 10));
        pooler = PoolerProcess.serving(PoolerProcess.start(List.of("-Xmx128m", "-XX:+StartAttachListener"), folder, ini.toString()));
    }

    int port() {
        return port;
    }

    RawClient console() {
        return console(port);
    }

    static RawClient console(int port) {
        return RawClient.login(port, "pgbouncer", "admin", "admin-secret");
    }

    String log() {
        return pooler.output();
    }

    /** Its classes by the space that their living instances take, after a collection. */
    Heap heap() {
        try {
            Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), String.valueOf(pooler.pid()), "GC.class_histogram")
                    .redirectErrorStream(true).start();
            String text = new String(jcmd.getInputStream().readAllBytes());
            Matcher total = TOTAL.matcher(text);
            if (!total.find()) throw new AssertionError("no total in what jcmd says: " + text);
            long gaps = GAP.matcher(text).results().mapToLong(gap -> Long.parseLong(gap.group(1))).sum();
            return new Heap(Long.parseLong(total.group(1)) - gaps, text.lines().limit(25).collect(Collectors.joining("\n")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    record Heap(long bytes, String largest) {}

    /** How many files and sockets it has open. */
    long descriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pooler.pid() + "/fd"))) {
            return open.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Who is there, and how, for a failure's message. */
    static String scene(int port) {
        StringBuilder scene = new StringBuilder();
        try (RawClient console = console(port)) {
            for (String table : List.of("STATE", "DATABASES", "POOLS", "CLIENTS", "SERVERS")) {
                scene.append('\n').append(table);
                console.query("SHOW " + table).table().forEach(row -> scene.append("\n  ").append(row));
            }
        }
        return scene.toString();
    }

    /** Whoever is still there but this session of the console: nothing when all counts are zero. */
    static List<String> leftovers(RawClient console) {
        Map<String, String> lists = new HashMap<>();
        console.query("SHOW LISTS").table().forEach(row -> lists.put(row.get("list"), row.get("items")));
        Stream<String> counted = Stream.of("used_clients", "login_clients", "used_servers", "free_servers")
                .filter(list -> !lists.get(list).equals(list.equals("used_clients") ? "1" : "0")).map(list -> list + " " + lists.get(list));
        Stream<String> pools = console.query("SHOW POOLS").table().stream().filter(row -> !row.get("database").equals("pgbouncer"))
                .flatMap(row -> row.entrySet().stream().filter(cell -> cell.getKey().matches("(cl|sv)_.*") && !cell.getValue().equals("0"))
                        .map(cell -> row.get("database") + " " + cell));
        Stream<String> databases = console.query("SHOW DATABASES").table().stream().filter(row -> !row.get("name").equals("pgbouncer"))
                .flatMap(row -> row.entrySet().stream().filter(cell -> cell.getKey().matches("current_.*") && !cell.getValue().equals("0"))
                        .map(cell -> row.get("name") + " " + cell));
        return Stream.of(counted, pools, databases).flatMap(list -> list).toList();
    }

    @Override
    public void close() {
        pooler.close();
    }
}
