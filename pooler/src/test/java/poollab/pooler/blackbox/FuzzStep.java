package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** One thing a client of {@link MessageFuzzTest} does: what it sends, and what it may hear. */
final class FuzzStep {
    private static final Pattern TOKEN = Pattern.compile("token-\\d+-\\d+");
    private final Random random;
    private final RawClient client;
    private final String token;

    FuzzStep(Random random, RawClient client, String token) {
        this.random = random;
        this.client = client;
        this.token = token;
    }

    /** @return whether the connection goes on */
    boolean take() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> legal(Wire.query(select()), 1);
            case 3 -> legal(Wire.query(select() + "; " + select()), 1);
            case 4 -> legal(Wire.query("begin"), 1) && legal(Wire.query(select()), 1) && legal(Wire.query("rollback"), 1);
            case 5 -> legal(Wire.concat(Wire.extended(select()), Wire.sync()), 1);
            case 6 -> pipeline();
            case 7 -> named();
            case 8 -> copyOut();
            case 9 -> copyIn();
            case 10 -> legal(Wire.concat(Wire.extended("select 1/(length('" + token + "') * 0)"), Wire.sync()), 1);
            case 11 -> legal(Wire.query("show application_name"), 1);
            case 12 -> leaves();
            default -> breaksTheRules();
        };
    }

    private String select() {
        return "select '" + token + "' || repeat('.', " + (random.nextInt(8) == 0 ? random.nextInt(100_000) : 3) + ")";
    }

    private boolean pipeline() {
        var parts = new ArrayList<byte[]>();
        int syncs = 1 + random.nextInt(5);
        for (int i = 0; i < syncs; i++) {
            for (int j = random.nextInt(4); j >= 0; j--) {
                parts.add(Wire.extended(random.nextInt(6) == 0 ? "selec" : select()));
            }
            parts.add(Wire.sync());
        }
        return legal(Wire.concat(parts.toArray(byte[][]::new)), syncs);
    }

    private boolean named() {
        String name = "s" + random.nextInt(1000);
        return legal(Wire.concat(Wire.parse(name, select()), Wire.describe('S', name), Wire.bind("", name),
                Wire.execute("", 0), Wire.close('S', name), Wire.sync()), 1);
    }

    private boolean copyOut() {
        return legal(Wire.query("copy (select '" + token + "' from generate_series(1, " + random.nextInt(3000)
                + ")) to stdout"), 1);
    }

    private boolean copyIn() {
        legal(Wire.query("begin"), 1);
        byte[] end = random.nextBoolean() ? Wire.copyDone() : Wire.copyFail(token);
        return legal(Wire.concat(Wire.query("copy copied from stdin"), Wire.copyData("1\t" + token + "\n"), end), 1)
                && legal(Wire.query("rollback"), 1);
    }

    /** In the middle of something, without a word. */
    private boolean leaves() {
        switch (random.nextInt(4)) {
            case 0 -> client.send(Wire.query("begin"), Wire.query(select()));
            case 1 -> client.send(Wire.extended("select '" + token + "' from generate_series(1, 100000)"), Wire.sync());
            case 2 -> client.send(Wire.parse("", select()));
            default -> client.send(Wire.header('Q', 1000), new byte[10]);
        }
        client.drop();
        return false;
    }

    private boolean breaksTheRules() {
        byte[] bytes = new byte[1 + random.nextInt(40)];
        random.nextBytes(bytes);
        bytes[0] = (byte) "!\u007fRZKv12".charAt(random.nextInt(8));
        byte[] whole = switch (random.nextInt(4)) {
            case 0 -> Wire.message((char) bytes[0], out -> out.write(bytes));
            case 1 -> Wire.header('Q', random.nextBoolean() ? 3 : 0xffffffff - random.nextInt(1000));
            case 2 -> Wire.startup(Wire.PROTOCOL_3_0, "user", "app");
            default -> Wire.bind("", "no such statement");
        };
        client.send(whole);
        check(client.readToEnd().messages());
        return false;
    }

    private boolean legal(byte[] request, int replies) {
        if (random.nextInt(4) == 0) {
            client.sendInPieces(1 + random.nextInt(60), request);
        } else {
            client.send(request);
        }
        for (int i = 0; i < replies; i++) {
            Reply reply = client.readReply();
            check(reply.messages());
            if (reply.messages().isEmpty() || reply.messages().getLast().type() != 'Z') {
                throw new AssertionError(token + " lost its connection after " + reply.messages());
            }
        }
        return true;
    }

    private void check(List<Message> heard) {
        for (Message message : heard) {
            String text = new String(message.body(), UTF_8);
            if ((message.type() == 'D' || message.type() == 'd') && !text.contains(token)) {
                throw new AssertionError(token + " was told " + message);
            }
            if (TOKEN.matcher(text).results().anyMatch(found -> !found.group().equals(token))) {
                throw new AssertionError(token + " was told " + message);
            }
        }
    }
}
