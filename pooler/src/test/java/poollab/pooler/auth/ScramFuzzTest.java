package poollab.pooler.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.auth.ScramExchange.client;
import static poollab.pooler.auth.ScramExchange.server;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a peer sends, nothing but an {@link AuthFailure} comes out, and nobody comes in. */
class ScramFuzzTest {
    private static final int ROUNDS = 20_000;
    private static final String ALPHABET = "nymprsciveaA=,,==0123456789biwseSws+/\0\u0080ÿ";

    private final Random random = new Random(7677);

    private byte[] noise() {
        byte[] bytes = new byte[random.nextInt(80)];
        if (random.nextBoolean()) {
            random.nextBytes(bytes);
        } else {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            }
        }
        return bytes;
    }

    /** The message with a few bytes changed, cut off or inserted. */
    private byte[] mutated(byte[] message) {
        StringBuilder text = new StringBuilder(new String(message, StandardCharsets.ISO_8859_1));
        for (int i = random.nextInt(3); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            char c = random.nextInt(4) == 0 ? (char) random.nextInt(256) : ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, c);
                default -> text.setLength(at);
            }
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] damaged(byte[] message) {
        return random.nextInt(4) == 0 ? noise() : mutated(message);
    }

    @Test
    void a_clients_damaged_messages_let_nobody_in() {
        Secret secret = Secret.parse("pencil");
        for (int i = 0; i < ROUNDS; i++) {
            ScramServer server = server(i % 2 == 0 ? secret : null);
            ScramClient client = client("pencil");
            try {
                byte[] first = client.first();
                byte[] challenge = server.challenge(random.nextBoolean() ? first : damaged(first));
                byte[] proof = client.proof(challenge);
                byte[] damaged = damaged(proof);
                server.verify(damaged);
                // An accident may leave the message as it was, or change what base64 ignores; never more than that.
                assertThat(damaged.length).isEqualTo(proof.length);
                assertThat(i % 2).as("an unknown user came in").isZero();
            } catch (AuthFailure expected) {
                assertThat(expected.getMessage()).matches("[\\x20-\\x7E…]+");
            }
        }
    }

    @Test
    void a_servers_damaged_messages_are_not_believed() {
        Secret secret = Secret.parse("pencil");
        for (int i = 0; i < ROUNDS; i++) {
            ScramClient client = new ScramClient(new ScramKeys(new byte[32], new byte[32]), ScramExchange.RANDOM);
            ScramServer server = server(secret);
            try {
                client.proof(damaged(server.challenge(client.first())));
                client.verify(random.nextBoolean() ? noise() : mutated("v=".concat("A".repeat(43)).concat("=").getBytes()));
                assertThat(true).as("believed").isFalse();
            } catch (AuthFailure expected) {
                assertThat(expected.getMessage()).matches("[\\x20-\\x7E…]+");
            }
        }
    }
}
