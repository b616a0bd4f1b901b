package poollab.pooler.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the keys of passwords. Deriving them is slow on purpose, one or two milliseconds at 4096 iterations; with this a
 * pooler pays once for each user and not at each login. Remembering is safe because the keys are a function of password,
 * salt and count alone: a changed password is another entry, and the least recently used one goes.
 */
final class SaltedPasswords {
    private static final int CAPACITY = 4096;
    private static final byte[] CLIENT_KEY = "Client Key".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SERVER_KEY = "Server Key".getBytes(StandardCharsets.US_ASCII);

    private static final Map<ByteBuffer, ScramKeys> KEYS = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, ScramKeys> eldest) {
            return size() > CAPACITY;
        }
    };

    private SaltedPasswords() {}

    /** @param iterations at least 1 */
    static ScramKeys keys(String password, byte[] salt, int iterations) {
        byte[] bytes = SaslPrep.bytes(password);
        ByteBuffer key = key(bytes, salt, iterations);
        synchronized (KEYS) {
            ScramKeys known = KEYS.get(key);
            if (known != null) {
                return known;
            }
        }
        // Outside the lock: others' logins need not wait for this one.
        byte[] salted = ScramMath.hi(bytes, salt, iterations);
        ScramKeys keys = new ScramKeys(ScramMath.hmac(salted, CLIENT_KEY), ScramMath.hmac(salted, SERVER_KEY));
        synchronized (KEYS) {
            KEYS.put(key, keys);
        }
        return keys;
    }

    // A digest: the same size for any password, and no second copy of it in memory.
    private static ByteBuffer key(byte[] password, byte[] salt, int iterations) {
        return ByteBuffer.wrap(ScramMath.h(ByteBuffer.allocate(8 + salt.length + password.length)
                .putInt(iterations)
                .putInt(salt.length)
                .put(salt)
                .put(password)
                .array()));
    }
}
