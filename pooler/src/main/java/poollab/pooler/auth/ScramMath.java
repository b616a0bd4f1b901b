package poollab.pooler.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The functions of RFC 5802, section 2.2, with SHA-256 (RFC 7677). Names are the RFC's. */
final class ScramMath {
    /** Of a key, a proof and a signature, in bytes. */
    static final int KEY_LENGTH = 32;

    private static final Pattern COUNT = Pattern.compile("[0-9]{1,10}");

    private ScramMath() {}

    static byte[] hmac(byte[] key, byte[] text) {
        return mac(key).doFinal(text);
    }

    static byte[] hmac(byte[] key, String text) {
        return hmac(key, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static byte[] h(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    /** The key derivation. JDK's own takes characters, and a password may be bytes that are no characters. */
    static byte[] hi(byte[] password, byte[] salt, int iterations) {
        Mac mac = mac(password);
        mac.update(salt);
        byte[] u = mac.doFinal(new byte[] {0, 0, 0, 1});
        byte[] result = u.clone();
        for (int i = 1; i < iterations; i++) {
            u = mac.doFinal(u);
            for (int j = 0; j < result.length; j++) {
                result[j] ^= u[j];
            }
        }
        return result;
    }

    static byte[] xor(byte[] a, byte[] b) {
        byte[] result = a.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] ^= b[i];
        }
        return result;
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * Padded base64, as PostgreSQL demands it.
     *
     * @throws IllegalArgumentException when it is anything else
     */
    static byte[] fromBase64(String text) {
        if (text.length() % 4 != 0) {
            throw new IllegalArgumentException("base64 without its padding");
        }
        return Base64.getDecoder().decode(text);
    }

    /** An iteration count, from 1 to 2³¹ − 1; empty for any other text. */
    static OptionalInt count(String text) {
        long count = COUNT.matcher(text).matches() ? Long.parseLong(text) : 0;
        return count >= 1 && count <= Integer.MAX_VALUE ? OptionalInt.of((int) count) : OptionalInt.empty();
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            // JDK takes no empty key. HMAC fills a short one up with zeros, so this one is the same.
            mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }
}
