package poollab.labs.failover;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.labs.Sql;

/** A question that a load balancer or an orchestrator asks to find out whether something lives. */
record Probe(String name, String title, Question question) {
    private static final int PATIENCE_SECONDS = 3;
    private static final String PATIENT = "&loginTimeout=" + PATIENCE_SECONDS + "&socketTimeout=" + PATIENCE_SECONDS;

    interface Question {
        /** @throws Exception when there is no answer, or the wrong one */
        void ask() throws Exception;
    }

    /** Whether anything listens. */
    static Probe tcp(int port) {
        return new Probe("tcp", "a TCP connect", () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_SECONDS * 1_000);
            }
        });
    }

    static Probe select(String title, String text) {
        return new Probe("select", title, () -> run(text, "select 1"));
    }

    /** Whether it is a server that writes, without writing. */
    static Probe role(String text) {
        return new Probe("role", "pg_is_in_recovery() is false", () -> {
            try (Connection connection = DriverManager.getConnection(text + PATIENT)) {
                if (Sql.text(connection, "select pg_is_in_recovery()").equals("t")) throw new IOException("a standby");
            }
        });
    }

    static Probe write(String text) {
        return new Probe("write", "an order", () -> run(text, "insert into failover_orders values (-1, 0) on conflict do nothing"));
    }

    private static void run(String text, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(text + PATIENT)) {
            Sql.run(connection, sql);
        }
    }

    /** Asks, and observes 1 for an answer and 0 for none. @return what came, for a table */
    String observe(Bench bench, String when) {
        String answer;
        boolean answered = true;
        try {
            question.ask();
            answer = "answers";
        } catch (Exception e) {
            answered = false;
            answer = e instanceof SQLException sql ? sql.getSQLState() + " " + Orders.firstLine(sql) : e.getMessage();
        }
        bench.figure(when + "." + name, title + ", " + when + ": 1 when it answers", answered ? 1 : 0, Unit.COUNT);
        bench.event("probe: " + title, answered ? Outcome.OK : Outcome.FAILED, answer);
        return answer;
    }
}
