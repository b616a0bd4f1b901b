package poollab.bench;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Login;
import poollab.engine.Server;
import poollab.pooler.Pooler;
import poollab.pooler.PoolerException;
import poollab.pooler.admin.Table;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;

/**
 * The bundled pooler in front of a server, in this process, on a free port of 127.0.0.1. The application's role logs in to it
 * with its own password, by SCRAM.
 */
public final class BundledPooler implements AutoCloseable {
    private final Server server;
    private final Pooler pooler;

    private BundledPooler(Server server, Pooler pooler) {
        this.server = server;
        this.pooler = pooler;
    }

    /**
     * @param settings of pgbouncer.ini's section {@code [pgbouncer]} that shall differ from the pooler's defaults:
     *     {@code pool_mode} → {@code transaction}
     * @throws IllegalArgumentException when the pooler does not know such a setting
     */
    public static BundledPooler start(Server server, Map<String, String> settings) {
        Login login = server.application();
        // Read once, at the start: the password need not lie there for longer.
        Path userlist = server.folder().resolve("userlist.txt");
        try {
            Files.writeString(userlist, quoted(login.role()) + " " + quoted(login.password()) + "\n");
            return new BundledPooler(
                    server, Pooler.start(Config.parse(Path.of("the lab's pooler"), ini(server, userlist, settings))));
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (PoolerException | IOException e) {
            throw new EnvironmentMissing(
                    "The bundled pooler does not start: " + e.getMessage(), "./lab doctor says what this machine can run.", e);
        } finally {
            remove(userlist);
        }
    }

    private static void remove(Path userlist) {
        try {
            Files.deleteIfExists(userlist);
        } catch (IOException e) {
            // It goes with the server's folder.
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String ini(Server server, Path userlist, Map<String, String> settings) {
        StringBuilder ini = new StringBuilder("""
                [databases]
                %s = host=%s port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = 0
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %s
                ignore_startup_parameters = extra_float_digits
                log_connections = 0
                log_disconnections = 0
                log_stats = 0
                """.formatted(server.database(), server.host(), server.port(), userlist));
        settings.forEach((name, value) -> ini.append(name).append(" = ").append(value).append('\n'));
        return ini.toString();
    }

    /** The JDBC URL of the application's role through the pooler, password included. */
    public String text(String application) {
        Login login = server.application();
        return "jdbc:postgresql://127.0.0.1:" + pooler.port() + "/" + server.database() + "?user=" + encoded(login.role())
                + "&password=" + encoded(login.password()) + "&ApplicationName=" + encoded(application);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** A table of its console: {@code show("pools")}. */
    public Table show(String what) {
        return pooler.show(what);
    }

    /** The port that it listens on. */
    public int port() {
        return pooler.port();
    }

    @Override
    public void close() {
        pooler.close();
    }
}
