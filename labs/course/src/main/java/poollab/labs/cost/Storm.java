package poollab.labs.cost;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.ChildJvm;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.labs.ConnectionText;
import poollab.labs.Sql;

/** Instances of the application that start together, without a minimum of connections and with one. */
final class Storm {
    private static final String APPLICATION = "bookstore start";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String STARTS = """
            select count(*), count(*) filter (where micros < ?), max(micros) - min(micros)
            from (select (extract(epoch from backend_start) * 1000000)::bigint as micros
                  from pg_stat_activity where application_name = ?) as starts
            """;
    private static final String THERE =
            "select count(*) from pg_stat_activity where application_name = '" + APPLICATION + "'";

    private final Bench bench;
    private final int instances;
    private final int minimum;
    private final List<ChildJvm> children = new ArrayList<>();

    Storm(Bench bench, int instances, int minimum) {
        this.bench = bench;
        this.instances = instances;
        this.minimum = minimum;
    }

    void measure() throws Exception {
        String text = ConnectionText.to(bench.server().url(), bench.server().application())
                .with("ApplicationName", APPLICATION).toString();
        // Lent one by one: none is left behind when the next one does not start.
        for (int i = 0; i < instances; i++)
            children.add(bench.lend(new ChildJvm(StormInstance.class, List.of(), ChildJvm.ONE_OF_MANY)));
        try (Connection observer = bench.lend(bench.server().observe())) {
            all(text, "up");
            awaitNone(observer);
            bench.event("instances", Outcome.OK, instances + " are up, none has a connection");
            start("on-demand", 0, observer);
            if (minimum > 0) start("storm", minimum, observer);
        }
        for (ChildJvm child : children) child.close();
    }

    private void start(String name, int minimum, Connection observer) throws Exception {
        long begin = bench.nanos();
        all("fill " + minimum, "warm");
        long warm = bench.nanos();
        // All are ready: now the load balancer lets users in.
        List<String[]> answers = all("serve", "served");
        double answered = (bench.nanos() - begin) / 1e6;
        long first = answers.stream().mapToLong(words -> Long.parseLong(words[2])).min().orElseThrow();
        long connects = answers.stream().mapToLong(words -> Long.parseLong(words[1])).sum();
        bench.figureOf(name, "connects", "connections opened", connects, Unit.COUNT);
        long requests = (long) instances * StormInstance.USERS * StormInstance.REQUESTS;
        bench.figureOf(name, "requests", "requests answered", requests, Unit.COUNT);
        bench.figureOf(name, "warm", "until the last instance is ready", (warm - begin) / 1e6, Unit.MILLISECONDS);
        bench.figureOf(name, "answered", "until all their first users are served", answered, Unit.MILLISECONDS);
        backends(name, first, observer);
        all("close", "closed");
        awaitNone(observer);
    }

    private void awaitNone(Connection observer) throws Exception {
        if (!bench.await(PATIENCE, () -> Sql.number(observer, THERE) == 0))
            throw new IOException("the instances keep connections");
    }

    private void backends(String name, long firstQuery, Connection observer) throws SQLException {
        try (PreparedStatement ask = observer.prepareStatement(STARTS)) {
            ask.setLong(1, firstQuery);
            ask.setString(2, APPLICATION);
            try (ResultSet row = ask.executeQuery()) {
                row.next();
                long backends = row.getLong(1);
                double spread = row.getLong(3) / 1e3;
                bench.figureOf(name, "backends", "backends on the server", backends, Unit.COUNT);
                bench.figureOf(name, "before-work", "of them, started before the first query", row.getLong(2), Unit.COUNT);
                bench.figureOf(name, "spread", "from the first one's start to the last one's", spread, Unit.MILLISECONDS);
                bench.event(name, Outcome.OK, backends + " backends, " + row.getLong(2)
                        + " of them before the first query; they started within " + Unit.MILLISECONDS.format(spread));
            }
        }
    }

    /** Tells all the same, and waits until each has answered; answers are words. */
    private List<String[]> all(String order, String answer) throws IOException {
        for (ChildJvm child : children) child.send(order);
        List<String[]> answers = new ArrayList<>();
        for (ChildJvm child : children) {
            String line = child.receive();
            if (!line.startsWith(answer)) throw new IOException("an instance said " + line + " instead of " + answer);
            answers.add(line.split(" "));
        }
        return answers;
    }
}
