package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import poollab.bench.Bench;

/** Connections of one application, opened before the trouble begins, as those of a client pool are. */
final class Clients implements AutoCloseable {
    private final Bench bench;
    private final List<Connection> connections = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    interface Work {
        void on(Connection connection) throws Exception;
    }

    static Clients lend(Bench bench, String text, int count) throws SQLException {
        Clients clients = bench.lend(new Clients(bench));
        for (int i = 0; i < count; i++) clients.connections.add(DriverManager.getConnection(text));
        return clients;
    }

    private Clients(Bench bench) {
        this.bench = bench;
    }

    /** In the background. */
    Future<Reply> ask(int client, Work work) {
        Connection connection = connections.get(client);
        return threads.submit(() -> Reply.of(bench, () -> work.on(connection)));
    }

    /** All at once, in the background. */
    List<Future<Reply>> askAll(Work work) {
        List<Future<Reply>> asked = new ArrayList<>();
        for (int client = 0; client < connections.size(); client++) asked.add(ask(client, work));
        return asked;
    }

    /** One after another, each when the one before has its answer. */
    void askInTurn(Work work) throws Exception {
        for (int client = 0; client < connections.size(); client++) ask(client, work).get();
    }

    static List<Reply> replies(List<Future<Reply>> asked) throws Exception {
        List<Reply> replies = new ArrayList<>();
        for (Future<Reply> reply : asked) replies.add(reply.get());
        return replies;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                // The other side was first.
            }
        }
    }
}
