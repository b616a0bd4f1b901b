package poollab.bench.pooler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import poollab.engine.Login;

/**
 * pgpool-II as a pooler alone: no balancing, no failover, no second look at what each statement does. What is called
 * unix_socket_directories since 4.4 was socket_dir before; it passes over the name that it does not know.
 */
final class Pgpool {
    private Pgpool() {}

    /** @throws IOException when its files cannot be written */
    static List<String> command(String program, PoolerPlan plan, Path folder, int port) throws IOException {
        Login login = plan.server().application();
        Setup.secretly(folder.resolve("pool_passwd"), login.role() + ":TEXT" + login.password() + "\n");
        Path hba = Files.writeString(folder.resolve("pool_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
        Path pcp = Files.writeString(folder.resolve("pcp.conf"), "");
        Path configuration = Files.writeString(Setup.configuration(plan, folder), text(plan, folder, port));
        return List.of(
                "/bin/sh", "-c", "exec \"$0\" -n -f \"$1\" -F \"$2\" -a \"$3\" >\"$4\" 2>&1",
                program, configuration.toString(), pcp.toString(), hba.toString(), Setup.log(folder).toString());
    }

    private static String text(PoolerPlan plan, Path folder, int port) {
        StringBuilder text = new StringBuilder("""
                backend_clustering_mode = 'raw'
                backend_hostname0 = '%s'
                backend_port0 = %d
                listen_addresses = '127.0.0.1'
                port = %d
                pcp_listen_addresses = ''
                unix_socket_directories = 'HERE'
                socket_dir = 'HERE'
                pcp_socket_dir = 'HERE'
                wd_ipc_socket_dir = 'HERE'
                pid_file_name = 'HERE/pgpool.pid'
                logdir = 'HERE'
                work_dir = 'HERE'
                enable_pool_hba = on
                pool_passwd = 'pool_passwd'
                load_balance_mode = off
                max_pool = 1
                """.replace("HERE", folder.toString()).formatted(plan.server().host(), plan.server().port(), port));
        plan.settings().forEach((name, value) -> text.append(name).append(" = '").append(value.replace("'", "''")).append("'\n"));
        return text.toString();
    }
}
