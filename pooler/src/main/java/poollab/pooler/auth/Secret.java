package poollab.pooler.auth;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is known of a user's password. Texts are {@link RawText}; {@code toString} tells the kind and nothing else. */
public sealed interface Secret {
    /** @param password not empty, when it comes from {@link #parse} */
    record Plain(String password) implements Secret {
        @Override
        public String toString() {
            return "Plain[hidden]";
        }
    }

    /** @param text {@code md5} and 32 hexadecimal digits in lower case, as {@link Md5#hash} makes it */
    record Md5(String text) implements Secret {
        @Override
        public String toString() {
            return "Md5[hidden]";
        }
    }

    /**
     * A verifier as PostgreSQL keeps it in {@code pg_authid}.
     *
     * @param iterations at least 1
     * @param storedKey 32 bytes
     * @param serverKey 32 bytes
     */
    record Scram(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) implements Secret {
        private static final Pattern FORM = Pattern.compile("SCRAM-SHA-256\\$([^:$]+):([^:$]+)\\$([^:$]+):([^:$]+)");

        static Optional<Scram> parse(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches() || ScramMath.count(form.group(1)).isEmpty()) {
                return Optional.empty();
            }
            try {
                Scram scram = new Scram(
                        ScramMath.count(form.group(1)).getAsInt(), ScramMath.fromBase64(form.group(2)),
                        ScramMath.fromBase64(form.group(3)), ScramMath.fromBase64(form.group(4)));
                return Optional.of(scram).filter(found -> found.storedKey.length == ScramMath.KEY_LENGTH
                        && found.serverKey.length == ScramMath.KEY_LENGTH);
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Scram scram
                    && iterations == scram.iterations
                    && MessageDigest.isEqual(salt, scram.salt)
                    && MessageDigest.isEqual(storedKey, scram.storedKey)
                    && MessageDigest.isEqual(serverKey, scram.serverKey);
        }

        /** Of nothing secret. */
        @Override
        public int hashCode() {
            return Objects.hash(iterations, Arrays.hashCode(salt));
        }

        @Override
        public String toString() {
            return "Scram[hidden]";
        }
    }

    /** A user who is known and has no password: trust lets him in, no password does. */
    record None() implements Secret {}

    /**
     * Detects the form. A text that nearly is an MD5 or SCRAM secret is a password like any other; the empty text is no
     * password, as in PostgreSQL.
     */
    static Secret parse(String text) {
        if (text.isEmpty()) {
            return new None();
        }
        if (text.matches("md5[0-9a-f]{32}")) {
            return new Md5(text);
        }
        return Scram.parse(text).<Secret>map(scram -> scram).orElseGet(() -> new Plain(text));
    }

    /**
     * Whether this is the password, sent in clear text ({@code auth_type = plain}). Takes as long for a wrong password
     * as for the right one. Never for a user without a password, nor for a SCRAM secret of more than
     * {@link ScramClient#MAX_ITERATIONS}, which would keep the pooler busy.
     */
    default boolean accepts(String user, String password) {
        return switch (this) {
            case Plain plain -> !plain.password.isEmpty()
                    && MessageDigest.isEqual(RawText.encode(plain.password), RawText.encode(password));
            case Md5 md5 -> MessageDigest.isEqual(
                    RawText.encode(md5.text), RawText.encode(poollab.pooler.auth.Md5.hash(password, user)));
            case Scram scram -> scram.iterations <= ScramClient.MAX_ITERATIONS
                    && MessageDigest.isEqual(
                            scram.serverKey, SaltedPasswords.keys(password, scram.salt, scram.iterations).serverKey());
            case None() -> false;
        };
    }
}
