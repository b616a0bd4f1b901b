package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Many clients at once say legal and illegal things for {@code pooler.fuzz.seconds}, every third of them over TLS; each query
 * carries its client's token. A failure names the seed and the client.
 */
class MessageFuzzTest {
    private static final int CLIENTS = 24;
    private final long seconds = Long.getLong("pooler.fuzz.seconds", 20);
    private final long seed = Long.getLong("pooler.fuzz.seed", System.nanoTime());
    private final AtomicLong conversations = new AtomicLong();

    @Test
    void nobodyIsStuckAndNobodyReadsAnothersRows() throws Exception {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 5", "max_client_conn = 200", "max_prepared_statements = 5", "client_tls_sslmode = allow",
                "client_tls_cert_file = " + TestKeys.get().file("localhost.crt"), "client_tls_key_file = " + TestKeys.get().file("localhost.key"));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long deadline = System.nanoTime() + seconds * 1_000_000_000L;
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                running.add(threads.submit((Callable<Void>) () -> {
                    converse(rig, number, deadline);
                    return null;
                }));
            }
            for (Future<Void> client : running) {
                await(client);
            }
            assertThat(conversations.get()).isPositive();
            try (RawClient after = rig.client()) {
                assertThat(after.value("select 'after'")).isEqualTo("after");
            }
            assertThat(rig.log().lines().filter(line -> line.contains("Exception") || line.contains("internal error") || line.contains(" FATAL "))).isEmpty();
        }
    }

    private void await(Future<Void> client) throws InterruptedException {
        try {
            client.get();
        } catch (ExecutionException e) {
            throw new AssertionError("with -Dpooler.fuzz.seed=" + seed + ": " + e.getCause(), e.getCause());
        }
    }

    private void converse(PoolerRig rig, int number, long deadline) {
        var random = new Random(seed + number);
        for (int turn = 0; System.nanoTime() < deadline; turn++) {
            String token = "token-" + number + "-" + turn;
            try (RawClient client = number % 3 == 0 ? RawClient.connectTls(rig.port(), TestKeys.get().client(null)) : rig.connect()) {
                client.tryLogin(PostgresRig.DATABASE, PostgresRig.APP, PostgresRig.APP_PASSWORD, "application_name", "app-" + token);
                boolean open = true;
                for (int step = random.nextInt(30); open && step >= 0; step--) {
                    open = new FuzzStep(random, client, token).take();
                }
            }
            conversations.incrementAndGet();
        }
    }
}
