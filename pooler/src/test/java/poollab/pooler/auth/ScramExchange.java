package poollab.pooler.auth;

import java.security.SecureRandom;
import java.util.List;

/** Both of our sides talking to each other, and the passwords that have broken others' logins. */
final class ScramExchange {
    static final SecureRandom RANDOM = new SecureRandom();
    static final byte[] SEED = "a seed of this process".getBytes();

    /** CASES.md, C82, and what SASLprep changes, refuses or leaves alone. */
    static final List<String> ODD_PASSWORDS = List.of(
            "'a", "a\"b", "a\\b", "a b", "a=b", "%40", "$P", ",", "=2C", " a ", "tab\tand\u0001control", "x".repeat(300),
            "x".repeat(65535), "I\u00ADX", "\u00AD", "\u00AA", "\u2168", "a\u1680b", "a\u200Bb", "\u00A0", "ｐａｓｓ", "ｶﾞ",
            "é", "e\u0301", "\u0221", "a\u0378", "\u0627\u0031", "\u0627\u0031\u0628", "\u05D0a\u05D0", "a\u2135", "\u0340", "\uE000", "\uFFFD",
            "\u0007é", "\uD83D\uDC18", "\uD835\uDC00", "пароль", "密码", "\uFB01");

    private ScramExchange() {}

    static ScramServer server(Secret secret) {
        return new ScramServer(secret, "kim", 4096, RANDOM, SEED);
    }

    static ScramClient client(String password) {
        return new ScramClient(new Secret.Plain(password), RANDOM);
    }

    static void run(ScramClient client, ScramServer server) throws AuthFailure {
        client.verify(server.verify(client.proof(server.challenge(client.first()))));
    }

    /** The verifier PostgreSQL would keep. */
    static Secret.Scram verifier(String password, int iterations) {
        byte[] salt = RANDOM.generateSeed(16);
        ScramKeys keys = SaltedPasswords.keys(password, salt, iterations);
        return new Secret.Scram(iterations, salt, ScramMath.h(keys.clientKey()), keys.serverKey());
    }
}
