package poollab.pooler.auth;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * Our side of SCRAM-SHA-256 (RFC 5802, RFC 7677) towards a client. One exchange:
 *
 * <pre>
 * Waiting ──challenge──▶ Challenged ──verify──▶ Proved
 *    └──────────────────────┴──── anything amiss ──▶ Over
 * </pre>
 *
 * No channel binding: {@code SCRAM-SHA-256-PLUS} is not to be offered. The name inside the messages is ignored, as
 * PostgreSQL and PgBouncer do; who logs in was said in the startup message.
 *
 * <p>A user who cannot log in this way (unknown, without password, with an MD5 secret) is led through the same exchange
 * and fails at the proof. The salt that he, and a user whose plain password is known, is shown depends on the user and
 * the process only, so asking twice, or asking for another, tells nothing.
 */
public final class ScramServer {
    private static final int NONCE_LENGTH = 18;
    private static final int SALT_LENGTH = 16;

    private sealed interface State {
        record Waiting() implements State {}

        /** @param binding what the client must repeat, in base64, of what it said about channel binding */
        record Challenged(String binding, String clientFirstBare, String serverFirst, String nonce) implements State {}

        /** @param keys empty when they are good for nothing but this pooler's own salt */
        record Proved(Optional<ScramKeys> keys) implements State {}

        record Over() implements State {}
    }

    /** What the client's proof is held against. */
    private record Verifier(byte[] storedKey, byte[] serverKey) {}

    private final Secret secret;
    private final byte[] salt;
    private final int iterations;
    private final SecureRandom random;

    private State state = new State.Waiting();

    /**
     * @param secret null for an unknown user
     * @param iterations the setting {@code scram_iterations}, at least 1; a SCRAM secret has its own
     * @param mockSeed random bytes, the same ones for all exchanges of this process
     */
    public ScramServer(Secret secret, String user, int iterations, SecureRandom random, byte[] mockSeed) {
        if (iterations < 1) {
            throw new IllegalArgumentException("scram_iterations is " + iterations + "; it must be at least 1");
        }
        boolean own = secret instanceof Secret.Scram;
        this.secret = secret;
        this.salt = own ? ((Secret.Scram) secret).salt() : ownSalt(user, mockSeed);
        this.iterations = own ? ((Secret.Scram) secret).iterations() : iterations;
        this.random = random;
    }

    private static byte[] ownSalt(String user, byte[] mockSeed) {
        return Arrays.copyOf(ScramMath.hmac(mockSeed, RawText.encode(user)), SALT_LENGTH);
    }

    /** Answers the client-first-message with the server-first-message. Costs the same for all users. */
    public byte[] challenge(byte[] clientFirst) throws AuthFailure {
        if (!(leave() instanceof State.Waiting)) {
            throw new AuthFailure("SCRAM message out of order");
        }
        ScramMessage message = new ScramMessage(clientFirst);
        String binding = binding(message);
        String bare = message.rest();
        if (message.peek() == 'n') {
            message.value('n');
        }
        String clientNonce = message.value('r');
        if (clientNonce.isEmpty() || !clientNonce.chars().allMatch(c -> c >= 0x21 && c <= 0x7E)) {
            throw new AuthFailure("malformed SCRAM message (nonce is empty or not printable)");
        }
        while (!message.atEnd()) {
            message.ignoreOne();
        }
        String nonce = clientNonce + ScramMath.base64(randomBytes());
        String serverFirst = "r=" + nonce + ",s=" + ScramMath.base64(salt) + ",i=" + iterations;
        state = new State.Challenged(binding, bare, serverFirst, nonce);
        return ScramMessage.bytes(serverFirst);
    }

    /** RFC 5802, section 7, {@code gs2-header}. */
    private static String binding(ScramMessage message) throws AuthFailure {
        char flag = message.peek();
        if (flag == 'p') {
            throw new AuthFailure("client requires SCRAM channel binding, but it is not supported");
        }
        message.skip(flag == 'y' ? 'y' : 'n');
        message.skip(',');
        if (message.peek() == 'a') {
            throw new AuthFailure("client uses a SASL authorization identity, but it is not supported");
        }
        message.skip(',');
        return ScramMath.base64(ScramMessage.bytes(flag + ",,"));
    }

    /**
     * Answers the client-final-message with the server-final-message, if the client knows the password. The first time
     * that a plain password is tried its keys are derived, which takes one or two milliseconds more.
     */
    public byte[] verify(byte[] clientFinal) throws AuthFailure {
        if (!(leave() instanceof State.Challenged(String binding, String clientFirstBare, String serverFirst, String nonce))) {
            throw new AuthFailure("SCRAM message out of order");
        }
        ScramMessage message = new ScramMessage(clientFinal);
        if (!message.value('c').equals(binding)) {
            throw new AuthFailure("unexpected SCRAM channel-binding attribute in client-final-message");
        }
        if (!equal(ScramMessage.bytes(message.value('r')), ScramMessage.bytes(nonce))) {
            throw new AuthFailure("invalid SCRAM response (nonce does not match)");
        }
        while (message.peek() != 'p') {
            message.ignoreOne();
        }
        String withoutProof = message.before();
        byte[] proof = ScramMessage.decodeKey(message.value('p'), "proof");
        if (!message.atEnd()) {
            throw new AuthFailure("malformed SCRAM message (garbage at the end of client-final-message)");
        }
        String authMessage = clientFirstBare + "," + serverFirst + "," + withoutProof;
        Verifier verifier = verifier();
        byte[] clientKey = ScramMath.xor(proof, ScramMath.hmac(verifier.storedKey, authMessage));
        boolean proved = equal(ScramMath.h(clientKey), verifier.storedKey);
        Optional<String> impossible = impossible();
        if (!proved || impossible.isPresent()) {
            throw new AuthFailure("password authentication failed (" + impossible.orElse("wrong password") + ")");
        }
        state = new State.Proved(
                secret instanceof Secret.Scram ? Optional.of(new ScramKeys(clientKey, verifier.serverKey)) : Optional.empty());
        return ScramMessage.bytes("v=" + ScramMath.base64(ScramMath.hmac(verifier.serverKey, authMessage)));
    }

    /**
     * The client's keys, to log in to PostgreSQL with. Only after a proof, and only where the secret was a SCRAM
     * verifier: a plain password needs no keys, and those made of it here have a salt that PostgreSQL does not know.
     */
    public Optional<ScramKeys> keys() {
        return state instanceof State.Proved(Optional<ScramKeys> keys) ? keys : Optional.empty();
    }

    private Verifier verifier() {
        return switch (secret) {
            case Secret.Scram scram -> new Verifier(scram.storedKey(), scram.serverKey());
            case Secret.Plain(String password) when !password.isEmpty() -> {
                ScramKeys keys = SaltedPasswords.keys(password, salt, iterations);
                yield new Verifier(ScramMath.h(keys.clientKey()), keys.serverKey());
            }
            case null, default -> new Verifier(new byte[ScramMath.KEY_LENGTH], new byte[ScramMath.KEY_LENGTH]);
        };
    }

    /** Why no proof is good enough; empty when one can be. */
    private Optional<String> impossible() {
        return switch (secret) {
            case null -> Optional.of("no such user");
            case Secret.Md5 _ -> Optional.of("user has an MD5 secret, which SCRAM cannot use");
            case Secret.None() -> Optional.of("user has no password");
            case Secret.Plain(String password) when password.isEmpty() -> Optional.of("user has no password");
            case Secret.Plain _, Secret.Scram _ -> Optional.empty();
        };
    }

    // Whatever goes wrong from here on, the exchange is over.
    private State leave() {
        State left = state;
        state = new State.Over();
        return left;
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[NONCE_LENGTH];
        random.nextBytes(bytes);
        return bytes;
    }

    private static boolean equal(byte[] a, byte[] b) {
        return MessageDigest.isEqual(a, b);
    }
}
