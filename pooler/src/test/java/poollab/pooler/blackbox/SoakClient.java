package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;

import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** One of a soak's clients: it comes, asks, and leaves or dies, again and again. It is told its own answer, or an honest error. */
final class SoakClient {
    /** The databases of the soak, by the mode of their pool. */
    static final List<String> DATABASES = List.of("by_transaction", "by_session", "by_statement");
    /** What a client may be told while servers are killed and an operator is at work. */
    private static final Pattern HONEST = Pattern.compile(String.join("|",
            "FATAL 57P01 terminating connection due to administrator command",
            "FATAL 57P01 terminating connection due to unexpected postmaster exit",
            "FATAL 08P01 server conn crashed\\?",
            "FATAL 08P01 query_wait_timeout",
            "FATAL 08P01 client_login_timeout( \\(server down\\))?",
            "FATAL 08P01 no more connections allowed \\(max_client_conn\\)",
            "FATAL 08P01 database removed",
            "FATAL 08P01 database \"by_\\w+\" is disabled",
            "FATAL 08P01 admin forced disconnect",
            "FATAL 57P01 server login has been failing, cached error: terminating connection due to administrator command \\(server_login_retry\\)",
            "FATAL 08P01 server login has been failing, cached error: .* \\(server_login_retry\\)",
            "ERROR 57014 canceling statement due to user request"));
    private static final Pattern TOKEN = Pattern.compile("token-\\d+-\\d+");

    private final int port;
    private final Random random;
    private final SoakTally tally;
    private final int number;
    private String database;
    private String token;
    private RawClient client;
    private boolean prepared;

    SoakClient(int port, int number, long seed, SoakTally tally) {
        this.port = port;
        this.number = number;
        this.random = new Random(seed + number);
        this.tally = tally;
    }

    /** Comes and goes until the deadline of {@link System#nanoTime()}. */
    void live(long deadline) {
        for (int turn = 0; deadline - System.nanoTime() > 0; turn++) {
            token = "token-" + number + "-" + turn;
            database = DATABASES.get(random.nextInt(8) < 6 ? 0 : 1 + random.nextInt(2));
            prepared = false;
            try {
                if (comes()) stays(deadline);
            } catch (RawClient.CutOff e) {
                tally.count("ended inside a message");
                client.drop();
            } catch (AssertionError e) {
                throw new AssertionError(token + " in " + database + ": " + e.getMessage() + SoakRig.scene(port), e);
            }
            Pause.millis(random.nextInt(300));
        }
    }

    // ---- coming

    private boolean comes() {
        boolean encrypted = random.nextInt(6) == 0;
        client = encrypted ? RawClient.connectTls(port, TestKeys.get().client(null)) : RawClient.connect(port);
        if (random.nextInt(12) == 0) return diesAtTheDoor();
        boolean wrong = random.nextInt(20) == 0;
        Reply greeting = client.tryLogin(database, APP, wrong ? "wrong" : APP_PASSWORD, "application_name", token);
        if (wrong && greeting.error().equals("FATAL 08P01 SASL authentication failed")) {
            tally.count("wrong password refused");
            client.drop();
            return false;
        }
        if (wrong && greeting.status() == 'I') throw new AssertionError("a wrong password came in");
        if (!goesOn(greeting)) return false;
        tally.count(encrypted ? "logged in with TLS" : "logged in");
        return true;
    }

    private boolean diesAtTheDoor() {
        byte[] startup = Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", database);
        switch (random.nextInt(4)) {
            case 0 -> { }
            case 1 -> client.send(Arrays.copyOf(startup, 1 + random.nextInt(startup.length - 1)));
            case 2 -> client.send(startup);
            default -> {
                client.send(startup, Wire.saslInitial("SCRAM-SHA-256", new Scram("any").first()));
                client.readOrClosed();
            }
        }
        return dies("at the door");
    }

    private boolean dies(String where) {
        client.drop();
        tally.count("died " + where);
        return false;
    }

    // ---- being there

    private void stays(long deadline) {
        // Short sessions: a PAUSE waits for their ends.
        for (int step = random.nextInt(database.equals("by_session") ? 6 : 40); step >= 0 && deadline - System.nanoTime() > 0; step--) {
            if (!step()) return;
            if (random.nextInt(3) == 0) Pause.millis(random.nextInt(30));
        }
        client.close();
        tally.count("left politely");
    }

    private boolean step() {
        boolean transactions = !database.equals("by_statement");
        return switch (random.nextInt(transactions ? 16 : 9)) {
            case 0, 1, 2 -> asks(1, Wire.query(select()));
            case 3 -> asks(1, Wire.extended(select()), Wire.sync());
            case 4 -> asks(3, Wire.query(select()), Wire.extended(select()), Wire.extended(select()), Wire.sync(), Wire.query(select()));
            case 5 -> asksPrepared();
            case 6 -> asks(1, Wire.query("copy (select '" + token + "' from generate_series(1, " + random.nextInt(2000) + ")) to stdout"));
            case 7 -> random.nextInt(6) > 0 || diesWhile("asking");
            case 8 -> random.nextInt(4) > 0 || cancelsItself();
            case 9, 10 -> asks(1, Wire.query("begin")) && asks(1, Wire.query(select())) && asks(1, Wire.query(random.nextBoolean() ? "commit" : "rollback"));
            case 11 -> renamesItself();
            case 12 -> asks(1, Wire.query("begin"))
                    && asks(1, Wire.query("create temp table mine on commit drop as select '" + token + "' as t"), Wire.query("table mine"), Wire.query("commit"))
                    && replies(2);
            case 13 -> copiesIn();
            case 14 -> random.nextInt(6) > 0 || diesWhile("in a transaction");
            default -> asks(1, Wire.query("select application_name from pg_stat_activity where pid = pg_backend_pid()"));
        };
    }

    private String select() {
        return "select '" + token + "' || repeat('.', " + (random.nextInt(10) == 0 ? random.nextInt(300_000) : 3) + ")";
    }

    private boolean asks(int replies, byte[]... requests) {
        try {
            client.send(requests);
        } catch (UncheckedIOException e) {
            tally.count("the connection had ended"); // why, stands in what it was told
        }
        return replies(replies);
    }

    private boolean replies(int count) {
        for (int i = 0; i < count; i++) {
            if (!goesOn(client.readReply())) return false;
        }
        return true;
    }

    private boolean asksPrepared() {
        String name = "kept";
        if (!prepared) {
            prepared = true;
            return asks(1, Wire.parse(name, "select '" + token + "' || $1"), Wire.bind("", name, "!"), Wire.execute("", 0), Wire.sync());
        }
        return asks(1, Wire.bind("", name, "!"), Wire.describe('P', ""), Wire.execute("", 0), Wire.sync());
    }

    private boolean renamesItself() {
        return asks(1, Wire.query("set application_name to '" + token + "'"), Wire.query("show application_name")) && replies(1);
    }

    private boolean copiesIn() {
        return asks(1, Wire.query("begin"))
                && asks(1, Wire.query("copy copied from stdin"), Wire.copyData("1\t" + token + "\n"), random.nextBoolean() ? Wire.copyDone() : Wire.copyFail(token))
                && asks(1, Wire.query("rollback"));
    }

    private boolean cancelsItself() {
        if (!asks(0, Wire.query("select '" + token + "' from pg_sleep(1)"))) return false;
        Pause.millis(random.nextInt(300));
        try (RawClient canceller = RawClient.connect(port)) {
            canceller.send(client.cancelRequest());
            canceller.readToEnd();
        }
        return replies(1);
    }

    private boolean diesWhile(String what) {
        if (what.equals("in a transaction") && !asks(1, Wire.query("begin"), Wire.query(select()))) return false;
        asks(0, switch (random.nextInt(5)) {
            case 0 -> Wire.query("select '" + token + "' from pg_sleep(0.3)");
            case 1 -> Wire.concat(Wire.extended("select '" + token + "' from generate_series(1, 100000)"), Wire.sync());
            case 2 -> Wire.parse("", select());
            case 3 -> Wire.concat(Wire.query("copy copied from stdin"), Wire.copyData("1\t" + token + "\n"));
            default -> Wire.concat(Wire.header('Q', 1000), new byte[10]);
        });
        Pause.millis(random.nextInt(20));
        return dies(what);
    }

    // ---- what it is told

    /** @return whether the connection goes on */
    private boolean goesOn(Reply reply) {
        List<Message> heard = reply.messages();
        for (Message message : heard) {
            String text = new String(message.body(), UTF_8);
            if ((message.type() == 'D' || message.type() == 'd') && !text.contains(token) || TOKEN.matcher(text).results().anyMatch(found -> !found.group().equals(token)))
                throw new AssertionError("was told " + message);
        }
        boolean alive = !heard.isEmpty() && heard.getLast().type() == 'Z';
        for (Message error : reply.all('E')) {
            String line = Reply.line(error);
            if (!HONEST.matcher(line).matches() && !isOwnFault(line)) throw new AssertionError("was told " + line);
            tally.count("told " + TOKEN.matcher(line).replaceAll("token"));
        }
        if (!alive) {
            if (reply.error().isEmpty()) tally.count("ended without a word");
            client.drop();
        } else if (reply.error().isEmpty()) tally.count("answered");
        return alive;
    }

    /** A CopyFail of its own, and what follows a cancel inside a transaction. */
    private boolean isOwnFault(String line) {
        return line.equals("ERROR 57014 COPY from stdin failed: " + token) || line.startsWith("ERROR 25P02 ");
    }
}
