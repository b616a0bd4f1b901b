package poollab.console.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import org.postgresql.util.PasswordUtil;
import poollab.engine.Login;

/** How clients get into a pooler. */
enum Entrance {
    /** Without a password, and the pooler has its own for the server: measured is pooling, not hashing. */
    OPEN,
    /** With SCRAM, over TLS if they like, as the user that the server knows too: the pooler's auth file holds what the server keeps of the password. */
    GUARDED;

    /** How the ini file and the auth file differ. */
    record Setup(String entry, String user, String secret, String settings) {}

    /** @param folder where files may be made that settings name */
    Setup setup(Login login, Path folder) throws IOException {
        if (this == OPEN) return new Setup("user=" + login.role() + " password='" + login.password() + "'", Contestant.USER, "", "auth_type = trust\n");
        Path key = key(folder);
        return new Setup("", login.role(), verifier(login), """
                auth_type = scram-sha-256
                client_tls_sslmode = allow
                client_tls_key_file = %s
                client_tls_cert_file = %s
                """.formatted(key, key));
    }

    /** What the server keeps of a role's password; always the same text, as the salt is part of it. */
    static String verifier(Login login) {
        byte[] salt = login.role().getBytes(StandardCharsets.US_ASCII);
        return PasswordUtil.encodeScramSha256(login.password().toCharArray(), 4096, salt);
    }

    /** A new key and its certificate in one PEM file. */
    private static Path key(Path folder) throws IOException {
        Path store = folder.resolve("key.p12");
        String secret = "only here";
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore", store.toString(),
                "-storepass", secret, "-alias", "key", "-dname", "CN=localhost", "-keyalg", "EC", "-groupname", "secp256r1").redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, secret.toCharArray());
            return Files.writeString(folder.resolve("key.pem"), String.join("", List.of(
                    pem("PRIVATE KEY", keys.getKey("key", secret.toCharArray()).getEncoded()), pem("CERTIFICATE", keys.getCertificate("key").getEncoded()))));
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException("keytool made no key: " + said, e);
        }
    }

    private static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + label + "-----\n";
    }
}
