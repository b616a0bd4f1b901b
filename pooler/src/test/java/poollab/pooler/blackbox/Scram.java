package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Just enough of SCRAM-SHA-256 and of PostgreSQL's MD5 to log in and to make secrets. */
final class Scram {
    private static final String NONCE = "fyko-d2lbbFgONRv9qkxdawL";
    private final String password;

    Scram(String password) {
        this.password = password;
    }

    String first() {
        return "n,,n=,r=" + NONCE;
    }

    String answerTo(String serverFirst) {
        Map<String, String> said = Stream.of(serverFirst.split(","))
                .collect(Collectors.toMap(part -> part.substring(0, 1), part -> part.substring(2)));
        byte[] salted = salted(password, Base64.getDecoder().decode(said.get("s")), Integer.parseInt(said.get("i")));
        String withoutProof = "c=biws,r=" + said.get("r");
        byte[] proof = hmac(salted, "Client Key");
        byte[] signature = hmac(sha256(proof), "n=,r=" + NONCE + "," + serverFirst + "," + withoutProof);
        for (int i = 0; i < proof.length; i++) {
            proof[i] ^= signature[i];
        }
        return withoutProof + ",p=" + base64(proof);
    }

    /** A secret as PostgreSQL stores it and as a userlist may hold it. */
    static String secret(String password) {
        byte[] salt = "sixteen of salt.".getBytes(UTF_8);
        byte[] salted = salted(password, salt, 4096);
        return "SCRAM-SHA-256$4096:" + base64(salt) + "$" + base64(sha256(hmac(salted, "Client Key"))) + ":"
                + base64(hmac(salted, "Server Key"));
    }

    static String md5Secret(String user, String password) {
        return "md5" + md5Hex((password + user).getBytes(UTF_8));
    }

    static String md5Answer(String user, String password, byte[] salt) {
        byte[] inner = md5Hex((password + user).getBytes(UTF_8)).getBytes(UTF_8);
        return "md5" + md5Hex(Wire.concat(inner, salt));
    }

    private static byte[] salted(String password, byte[] salt, int iterations) {
        try {
            var spec = new PBEKeySpec(password.toCharArray(), salt, iterations, 256);
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        return digest("SHA-256", bytes);
    }

    private static String md5Hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest("MD5", bytes));
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
