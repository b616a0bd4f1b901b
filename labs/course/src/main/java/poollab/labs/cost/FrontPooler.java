package poollab.labs.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import poollab.engine.Login;
import poollab.engine.Server;
import poollab.pooler.Pooler;
import poollab.pooler.PoolerException;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;

/** The bundled pooler in front of the server, inside this process. Its clients log in with SCRAM, as the server's do. */
final class FrontPooler {
    private FrontPooler() {}

    static Pooler start(Server server) throws IOException {
        Login login = server.application();
        // For this user alone to read. The pooler reads it once, so it need not outlive this method.
        Path users = Files.createTempFile("poollab", ".txt");
        try {
            Files.writeString(users, "\"" + login.role() + "\" \"" + login.password() + "\"\n");
            return Pooler.start(Config.parse(Path.of("pooler.ini"), """
                    [databases]
                    %s = host=%s port=%d dbname=%s

                    [pgbouncer]
                    listen_addr = 127.0.0.1
                    listen_port = 0
                    unix_socket_dir =
                    auth_type = scram-sha-256
                    auth_file = %s
                    pool_mode = transaction
                    ignore_startup_parameters = extra_float_digits
                    log_connections = 0
                    log_disconnections = 0
                    log_stats = 0
                    """.formatted(server.database(), server.host(), server.port(), server.database(), users)));
        } catch (ConfigException | PoolerException e) {
            throw new IOException("the pooler did not start: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(users);
        }
    }
}
