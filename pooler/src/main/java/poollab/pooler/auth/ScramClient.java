package poollab.pooler.auth;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.OptionalInt;

/**
 * Our side of SCRAM-SHA-256 (RFC 5802, RFC 7677) towards PostgreSQL. One exchange, without channel binding:
 *
 * <pre>
 * Greeting ──proof──▶ Proving ──verify──▶ Done
 *    └───────────────────┴── anything amiss ──▶ Done
 * </pre>
 */
public final class ScramClient {
    /**
     * More are not computed: a hostile or mistaken server could keep the pooler busy for many minutes. A million take
     * part of a second; PostgreSQL's default is 4096.
     */
    public static final int MAX_ITERATIONS = 1_000_000;

    private static final int NONCE_LENGTH = 18;
    private static final String GS2_HEADER = "n,,";

    /** Where the keys come from: they are known, or are derived once the server has told salt and count. */
    private sealed interface Source {
        record Password(String text) implements Source {}

        record Known(ScramKeys keys) implements Source {}
    }

    private sealed interface State {
        record Greeting() implements State {}

        record Proving(byte[] serverSignature) implements State {}

        record Done() implements State {}
    }

    private final Source source;
    private final String nonce;
    private final String firstBare;

    private State state = new State.Greeting();

    public ScramClient(Secret.Plain secret, SecureRandom random) {
        this(new Source.Password(secret.password()), "", nonce(random));
    }

    /** @param keys of the user's verifier at this very server, else the login fails */
    public ScramClient(ScramKeys keys, SecureRandom random) {
        this(new Source.Known(keys), "", nonce(random));
    }

    /** With a name and a nonce that are known before: for the RFC's example. */
    ScramClient(Secret.Plain secret, String user, String nonce) {
        this(new Source.Password(secret.password()), user, nonce);
    }

    private ScramClient(Source source, String user, String nonce) {
        this.source = source;
        this.nonce = nonce;
        this.firstBare = "n=" + user + ",r=" + nonce;
    }

    private static String nonce(SecureRandom random) {
        byte[] bytes = new byte[NONCE_LENGTH];
        random.nextBytes(bytes);
        return ScramMath.base64(bytes);
    }

    /** The client-first-message. PostgreSQL takes the user from the startup message, so none is named here. */
    public byte[] first() {
        return ScramMessage.bytes(GS2_HEADER + firstBare);
    }

    /**
     * Answers the server-first-message with the client-final-message. With a password this derives the keys, which
     * takes up to half a microsecond for each iteration when the server's salt is new.
     *
     * @throws AuthFailure also when the server asks for more than {@link #MAX_ITERATIONS} and there is only a password
     */
    public byte[] proof(byte[] serverFirst) throws AuthFailure {
        if (!(leave() instanceof State.Greeting)) {
            throw new AuthFailure("SCRAM message out of order");
        }
        ScramMessage message = new ScramMessage(serverFirst);
        String whole = message.rest();
        String fullNonce = message.value('r');
        if (!fullNonce.startsWith(nonce)) {
            throw new AuthFailure("invalid SCRAM response (nonce mismatch)");
        }
        byte[] salt = ScramMessage.decode(message.value('s'), "salt");
        String count = message.value('i');
        OptionalInt iterations = ScramMath.count(count);
        if (iterations.isEmpty()) {
            throw new AuthFailure("malformed SCRAM message (iteration count \"" + AuthFailure.printable(count) + "\")");
        }
        if (!message.atEnd()) {
            throw new AuthFailure("malformed SCRAM message (garbage at end of server-first-message)");
        }
        ScramKeys keys = keys(salt, iterations.getAsInt());
        String withoutProof = "c=" + ScramMath.base64(ScramMessage.bytes(GS2_HEADER)) + ",r=" + fullNonce;
        String authMessage = firstBare + "," + whole + "," + withoutProof;
        byte[] signature = ScramMath.hmac(ScramMath.h(keys.clientKey()), authMessage);
        state = new State.Proving(ScramMath.hmac(keys.serverKey(), authMessage));
        return ScramMessage.bytes(
                withoutProof + ",p=" + ScramMath.base64(ScramMath.xor(keys.clientKey(), signature)));
    }

    private ScramKeys keys(byte[] salt, int iterations) throws AuthFailure {
        return switch (source) {
            case Source.Known(ScramKeys keys) -> keys;
            case Source.Password(String text) -> {
                if (iterations > MAX_ITERATIONS) {
                    throw new AuthFailure("server asks for " + iterations + " SCRAM iterations; at most " + MAX_ITERATIONS
                            + " are computed here. Set the password again under a smaller scram_iterations");
                }
                yield SaltedPasswords.keys(text, salt, iterations);
            }
        };
    }

    /** Reads the server-final-message: returns if the server knows the user's verifier. */
    public void verify(byte[] serverFinal) throws AuthFailure {
        if (!(leave() instanceof State.Proving(byte[] expected))) {
            throw new AuthFailure("SCRAM message out of order");
        }
        ScramMessage message = new ScramMessage(serverFinal);
        if (message.peek() == 'e') {
            throw new AuthFailure(
                    "error received from server in SCRAM exchange: " + AuthFailure.printable(message.value('e')));
        }
        byte[] signature = ScramMessage.decodeKey(message.value('v'), "server signature");
        if (!message.atEnd()) {
            throw new AuthFailure("malformed SCRAM message (garbage at end of server-final-message)");
        }
        if (!MessageDigest.isEqual(signature, expected)) {
            throw new AuthFailure("server does not know the user's secret (invalid SCRAM server signature)");
        }
    }

    // Whatever goes wrong from here on, the exchange is over.
    private State leave() {
        State left = state;
        state = new State.Done();
        return left;
    }
}
