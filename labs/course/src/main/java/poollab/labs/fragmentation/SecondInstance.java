package poollab.labs.fragmentation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import poollab.bench.ChildJvm;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.PoolListener;
import poollab.engine.Login;
import poollab.engine.Server;

/** The same application once more, as a process of its own: what an autoscaler or a deploy adds. */
final class SecondInstance implements AutoCloseable {
    private static final String READY = "ready";

    private final ChildJvm process;

    private SecondInstance(ChildJvm process) {
        this.process = process;
    }

    /** Starts the process and lets it serve one round. It keeps its connections until it is closed. */
    static SecondInstance start(Server server, PoolKind pool, Writing writing, int tenants, int parallelism, long seed)
            throws IOException {
        ChildJvm process = new ChildJvm(
                SecondInstance.class,
                List.of(server.url(), pool.name(), writing.name(), "" + tenants, "" + parallelism, "" + seed));
        try {
            process.send(server.application().role());
            process.send(server.application().password());
            String answer = process.receive();
            if (!answer.equals(READY)) throw new IOException("the second instance failed: " + answer);
            return new SecondInstance(process);
        } catch (IOException e) {
            process.close();
            throw e;
        }
    }

    @Override
    public void close() {
        process.close();
    }

    /** The process: serves a round, says so, and waits for the end of its input. */
    public static void main(String[] arguments) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Login login = new Login(input.readLine(), input.readLine());
        int tenants = Integer.parseInt(arguments[3]);
        int parallelism = Integer.parseInt(arguments[4]);
        var texts = Writing.valueOf(arguments[2]).texts(arguments[0], login, tenants, Long.parseLong(arguments[5]));
        try (ConnectionPools pools = PoolKind.valueOf(arguments[1]).open(parallelism, PoolListener.NONE);
                Traffic traffic = new Traffic(pools, texts, tenants, parallelism)) {
            traffic.round(1);
            System.out.println(READY);
            System.out.flush();
            input.readLine();
        }
        // Pools may keep threads; the process ends all the same.
        System.exit(0);
    }
}
