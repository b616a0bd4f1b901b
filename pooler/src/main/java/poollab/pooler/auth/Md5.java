package poollab.pooler.auth;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/** PostgreSQL's MD5 logins: {@code md5(md5(password + user) + salt)}, each in hexadecimal with {@code md5} before it. */
public final class Md5 {
    private Md5() {}

    /** What PostgreSQL stores: {@code md5} and 32 hexadecimal digits. */
    public static String hash(String password, String user) {
        return digest(RawText.encode(password), RawText.encode(user));
    }

    /**
     * What a client sends.
     *
     * @param stored as {@link #hash} gives it
     * @param salt the 4 bytes the server sent
     */
    public static String response(String stored, byte[] salt) {
        return digest(RawText.encode(stored.substring("md5".length())), salt);
    }

    /** What a client with this secret sends; empty when the secret does not allow an MD5 login. */
    public static Optional<String> response(Secret secret, String user, byte[] salt) {
        return switch (secret) {
            case Secret.Plain(String password) -> Optional.of(response(hash(password, user), salt));
            case Secret.Md5(String stored) -> Optional.of(response(stored, salt));
            case Secret.Scram _, Secret.None() -> Optional.empty();
        };
    }

    /**
     * Whether this is the answer of somebody who knows the secret. Never for a SCRAM secret or an empty password.
     *
     * @param secret null for an unknown user: never, either
     */
    public static boolean matches(Secret secret, String user, byte[] salt, String response) {
        // An unknown user costs the same work.
        boolean known = secret instanceof Secret.Md5 || secret instanceof Secret.Plain(String password) && !password.isEmpty();
        String expected = response(known ? secret : new Secret.Plain(""), user, salt).orElseThrow();
        return MessageDigest.isEqual(RawText.encode(expected), RawText.encode(response)) && known;
    }

    private static String digest(byte[] text, byte[] salt) {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            md5.update(text);
            return "md5" + HexFormat.of().formatHex(md5.digest(salt));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no MD5", e);
        }
    }
}
