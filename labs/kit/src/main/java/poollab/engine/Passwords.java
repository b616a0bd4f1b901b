package poollab.engine;

import java.security.SecureRandom;
import java.util.Base64;

/** Passwords nobody has to type. */
public final class Passwords {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Passwords() {}

    /** 32 characters that need no escaping in a URL, a shell or SQL; 192 bits. */
    public static String random() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
