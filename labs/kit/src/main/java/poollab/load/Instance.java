package poollab.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.PoolListener;

/**
 * The main program of a process that takes part in a load. Line by line, objects as {@link Wire} writes them:
 *
 * <pre>
 * in:  an {@link Order}          out: ready
 * in:  go                        out: counting, a {@link Second} each, then the {@link LoadResult}
 * in:  stop, at any time         out: the {@link LoadResult}, early
 * </pre>
 *
 * The process ends at the end of its input, whatever it is doing.
 */
public final class Instance {
    public static final String READY = "ready";
    public static final String GO = "go";
    public static final String STOP = "stop";
    public static final String COUNTING = "counting";

    private final BufferedReader input;
    private final PrintStream output;

    private Instance(BufferedReader input, PrintStream output) {
        this.input = input;
        this.output = output;
    }

    /**
     * What to do.
     *
     * @param text the JDBC URL, password included: it travels over the pipe, never on the command line
     * @param logins connections opened before it says that it is ready, all at the same time; 0 for none
     */
    public record Order(LoadPlan plan, PoolSpec pool, String text, int logins) implements Serializable {}

    public static void main(String[] arguments) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            new Instance(input, System.out).serve();
        } catch (SQLException e) {
            System.err.println(Failure.of(e, 0).firstText());
            System.exit(1);
        }
        // Pools may keep threads; the process ends all the same.
        System.exit(0);
    }

    private void serve() throws Exception {
        Order order = Wire.read(input.readLine(), Order.class);
        try (ConnectionPools pools = order.pool().open(PoolListener.NONE);
                Load load = new Load(order.plan(), LoadClock.SYSTEM)) {
            ConnectionSource source = ConnectionSource.of(pools, order.text());
            logIn(source, order.logins());
            say(READY);
            if (!GO.equals(input.readLine())) return;
            Thread listening = Thread.ofPlatform().daemon().name("orders").start(() -> obey(load));
            say(Wire.write(load.run(source, new LoadListener() {
                @Override
                public void counting() {
                    say(COUNTING);
                }

                @Override
                public void passed(Second second) {
                    say(Wire.write(second));
                }
            })));
            listening.join();
        }
    }

    /** Borrows them all before it gives one back, so that they are as many connections. */
    private static void logIn(ConnectionSource source, int number) throws SQLException {
        List<Connection> borrowed = new ArrayList<>();
        try {
            for (int i = 0; i < number; i++) borrowed.add(source.get());
        } finally {
            for (Connection connection : borrowed) connection.close();
        }
    }

    private void say(String line) {
        output.println(line);
        output.flush();
    }

    /** Stops the load when told to; ends the process when nobody is there any more to tell. */
    private void obey(Load load) {
        try {
            for (String line = input.readLine(); line != null; line = input.readLine())
                if (line.equals(STOP)) load.close();
        } catch (IOException e) {
            // As good as the end.
        }
        Runtime.getRuntime().halt(0);
    }
}
