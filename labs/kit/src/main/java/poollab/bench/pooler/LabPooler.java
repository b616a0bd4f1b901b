package poollab.bench.pooler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import poollab.bench.Bench;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Login;
import poollab.engine.Passwords;
import poollab.engine.Ports;
import poollab.engine.Server;

/**
 * A pooler in front of a server, as a lab uses it: on a port of 127.0.0.1, with its configuration in a file. The application's
 * role logs in with its own password, by SCRAM. Closing it leaves nothing behind.
 */
public final class LabPooler implements AutoCloseable {
    /** The user of the admin console. */
    static final String ADMIN = "pgbouncer";

    private static final int READY_SECONDS = 30;

    private final PoolerPlan plan;
    private final int port;
    private final Login admin;
    private final Life life;
    private final Path configuration;
    private final AdminConsole console;

    /**
     * Starts one and waits until it takes clients. The caller closes it.
     *
     * @throws EnvironmentMissing when this machine has no such program, or when it does not start, with what it said
     */
    public static LabPooler start(PoolerPlan plan) {
        LabPooler pooler = new LabPooler(plan);
        try {
            pooler.start();
            return pooler;
        } catch (RuntimeException e) {
            pooler.close();
            throw e;
        }
    }

    /** Starts one for a run: the bench closes it. */
    public static LabPooler lend(Bench bench, PoolerPlan plan) {
        return bench.lend(start(plan));
    }

    private LabPooler(PoolerPlan plan) {
        this.plan = plan;
        this.admin = new Login(ADMIN, Passwords.random());
        try {
            this.port = plan.port() == 0 ? Ports.free() : plan.port();
            this.life = Setup.of(plan, port, admin);
        } catch (IOException e) {
            throw new EnvironmentMissing(
                    "Cannot prepare " + plan.kind().title() + ": " + e.getMessage(), "./lab doctor says what this machine can run.", e);
        }
        this.configuration = Setup.configuration(plan, life.folder());
        this.console = new AdminConsole(port, admin);
    }

    public String name() {
        return plan.name();
    }

    public PoolerKind kind() {
        return plan.kind();
    }

    public int port() {
        return port;
    }

    /** Of the process it runs in: this one's, or its own. */
    public long pid() {
        try {
            return life.pid();
        } catch (IOException e) {
            throw new EnvironmentMissing(plan.kind().title() + " has not begun: " + e.getMessage(), "Run the lab again.", e);
        }
    }

    /** Its pgbouncer.ini, or pgpool.conf: to be changed and {@link #admin reloaded} at will. */
    public Path configuration() {
        return configuration;
    }

    /** Of the admin console. */
    public Login adminLogin() {
        return admin;
    }

    /** The JDBC URL of the application's role through the pooler, login included. */
    public String text(String application) {
        return text(plan.server().database(), application);
    }

    /** @param database a name of the section {@code [databases]} */
    public String text(String database, String application) {
        return plan.server().application().at("jdbc:postgresql://127.0.0.1:" + port + "/" + database, application);
    }

    /**
     * A table of the admin console.
     *
     * @param what {@code pools}, {@code clients}, {@code stats_totals} …
     */
    public Rows show(String what) throws SQLException {
        return console.ask("SHOW " + what);
    }

    /**
     * Any other command of the admin console: PAUSE, RESUME, RELOAD …
     *
     * @throws SQLException with the pooler's own words when it refuses
     */
    public void admin(String command) throws SQLException {
        console.ask(command);
    }

    /**
     * Any command of the admin console, with all that it answers.
     *
     * @throws SQLException with the pooler's own words when it refuses
     */
    public Answer answer(String command) throws SQLException {
        return console.answer(command);
    }

    /** Changes a setting of {@code [pgbouncer]} in the file; the pooler goes on as it was until it is reloaded. */
    public void write(String setting, Object value) throws IOException {
        Files.writeString(configuration, Ini.with(Files.readString(configuration), setting, value.toString()));
    }

    /** Changes a setting of {@code [pgbouncer]} in the file, and reloads. */
    public void set(String setting, Object value) throws SQLException, IOException {
        write(setting, value);
        admin("RELOAD");
    }

    public boolean running() {
        return life.running();
    }

    /** Ends it at once, as kill -9 does. */
    public void kill() {
        console.close();
        life.kill();
    }

    /** Starts it again after its end: same port, the file as it is now. Waits until it takes clients. */
    public void start() {
        try {
            life.start();
            awaitReady();
        } catch (IOException e) {
            throw notReady("does not start (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notReady("was interrupted at its start");
        }
    }

    private void awaitReady() throws InterruptedException {
        long end = System.nanoTime() + READY_SECONDS * 1_000_000_000L;
        while (true) {
            try {
                knock();
                return;
            } catch (SQLException e) {
                if (!life.running()) throw notReady("ended at once");
                if (System.nanoTime() > end) throw notReady("lets nobody in (" + e.getMessage() + ")");
            }
            Thread.sleep(20);
        }
    }

    private void knock() throws SQLException {
        if (kind() != PoolerKind.PGPOOL) console.ask("SHOW VERSION");
        else try (Connection connection = DriverManager.getConnection(text("lab"))) {
            connection.isValid(1);
        }
    }

    private EnvironmentMissing notReady(String what) {
        List<String> log = log();
        String said = log.isEmpty() ? life.lastWords() : String.join("\n", log.subList(Math.max(0, log.size() - 5), log.size()));
        return new EnvironmentMissing(
                plan.kind().title() + " " + what + (said.isBlank() ? "." : ":\n" + said.strip()),
                "Its configuration: " + configuration);
    }

    /** The lines of its log so far. */
    public List<String> log() {
        try {
            Path log = Setup.log(life.folder());
            return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8).lines().toList() : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    public Server server() {
        return plan.server();
    }

    @Override
    public void close() {
        console.close();
        try {
            life.close();
        } catch (IOException e) {
            // What is left of its folder goes with the server's.
        }
    }
}
