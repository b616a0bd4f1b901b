package poollab.pooler.auth;

import java.security.MessageDigest;

/**
 * The two keys of RFC 5802, section 3, that stand for a password under one salt and one iteration count. They log in
 * wherever the verifier has the same salt and count: so a client's login can be passed through to PostgreSQL although
 * the pooler knows no password.
 *
 * @param clientKey 32 bytes
 * @param serverKey 32 bytes
 */
public record ScramKeys(byte[] clientKey, byte[] serverKey) {
    @Override
    public boolean equals(Object other) {
        return other instanceof ScramKeys keys
                && MessageDigest.isEqual(clientKey, keys.clientKey)
                && MessageDigest.isEqual(serverKey, keys.serverKey);
    }

    /** Of nothing secret. */
    @Override
    public int hashCode() {
        return ScramKeys.class.hashCode();
    }

    @Override
    public String toString() {
        return "ScramKeys[hidden]";
    }
}
