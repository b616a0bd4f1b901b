package poollab.console.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Folders;
import poollab.engine.Login;
import poollab.engine.Neighbour;
import poollab.engine.Ports;
import poollab.engine.Server;

/** A running pooler in front of the server, set up as every other one. */
final class Contestant implements AutoCloseable {
    static final String HOST = "127.0.0.1";
    /** Clients' name at the pooler. */
    static final String USER = "bench";
    static final String DATABASE = "bench";
    static final int POOL = 20;

    private static final int SPARE_CLIENTS = 100;
    private static final long READY_SECONDS = 30;

    private final Brand brand;
    private final Login client;
    private final int port;
    private final Neighbour process;

    private Contestant(Brand brand, Login client, int port, Neighbour process) {
        this.brand = brand;
        this.client = client;
        this.port = port;
        this.process = process;
    }

    /**
     * @param login the pooler's own at the server, by which its sessions are told from the others'
     * @param clients how many will come at most
     */
    static Contestant start(Brand brand, Entrance entrance, Folders folders, Server server, Login login, int clients) throws IOException {
        int port = Ports.free();
        Login client = entrance == Entrance.OPEN ? new Login(USER, "") : login;
        return new Contestant(brand, client, port, Neighbour.start(folders, brand.refusesRoot(), folder -> {
            Entrance.Setup setup = entrance.setup(login, folder);
            Path users = Files.writeString(folder.resolve("users.txt"), "\"" + setup.user() + "\" \"" + setup.secret() + "\"\n");
            Path ini = Files.writeString(folder.resolve("pooler.ini"), ini(brand, server, setup, port, users, clients));
            List<String> command = new ArrayList<>(brand.command());
            command.add(ini.toString());
            return command;
        }));
    }

    private static String ini(Brand brand, Server server, Entrance.Setup setup, int port, Path users, int clients) {
        return """
                [databases]
                %s = host=%s port=%d dbname=%s %s

                [pgbouncer]
                listen_addr = %s
                listen_port = %d
                unix_socket_dir =
                auth_file = %s
                pool_mode = transaction
                default_pool_size = %d
                max_client_conn = %d
                log_connections = 0
                log_disconnections = 0
                log_stats = 0
                """.formatted(DATABASE, server.host(), server.port(), DATABASE, setup.entry(), HOST, port, users, POOL, clients + SPARE_CLIENTS) + setup.settings()
                + (brand.prepared() ? "max_prepared_statements = 200\n" : "");
    }

    /** Waits until a client gets through to the server. */
    void awaitReady() throws IOException, InterruptedException {
        long end = System.nanoTime() + READY_SECONDS * 1_000_000_000;
        while (true) {
            try (IdleClients client = new IdleClients(port)) {
                if (this.client.password().isEmpty()) client.logIn();
                else client.knock();
                return;
            } catch (IOException e) {
                if (!process.alive()) throw notReady("ended");
                if (System.nanoTime() - end > 0) throw notReady("let nobody in for " + READY_SECONDS + " s (" + e.getMessage() + ")");
            }
            Thread.sleep(20);
        }
    }

    private EnvironmentMissing notReady(String what) {
        return new EnvironmentMissing(
                brand.title() + " " + what + ":\n" + process.lastWords(), "It was started as: " + String.join(" ", brand.command()));
    }

    Brand brand() {
        return brand;
    }

    /** As whom clients log in; the password is empty where they need none. */
    Login client() {
        return client;
    }

    int port() {
        return port;
    }

    long pid() throws IOException {
        return process.pid();
    }

    @Override
    public void close() throws IOException {
        Path attach = null;
        try (process) {
            if (brand.jvm()) attach = Path.of("/tmp", ".java_pid" + process.pid());
        }
        // A JVM that is ended by a signal leaves jcmd's socket behind.
        if (attach != null) Files.deleteIfExists(attach);
    }
}
