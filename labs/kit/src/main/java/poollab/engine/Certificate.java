package poollab.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server's key and self-signed certificate, made by the JDK's keytool: not every machine has openssl. */
final class Certificate {
    private static final String ALIAS = "server";
    private static final String ONLY_HERE = "only here";
    private static final long SECONDS = 60;

    private Certificate() {}

    /** Writes {@code server.key} and {@code server.crt}, where PostgreSQL looks for them. */
    static void make(Path data, Path javaHome) throws IOException {
        Path store = data.resolve("server.p12");
        keytool(store, javaHome);
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, ONLY_HERE.toCharArray());
            byte[] key = keys.getKey(ALIAS, ONLY_HERE.toCharArray()).getEncoded();
            Disk.writeSecret(data.resolve("server.key"), pem("PRIVATE KEY", key));
            Files.writeString(data.resolve("server.crt"), pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException("keytool made no usable key: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(store);
        }
    }

    private static void keytool(Path store, Path javaHome) throws IOException {
        String program = javaHome.resolve("bin").resolve(Tools.WINDOWS ? "keytool.exe" : "keytool").toString();
        Process process = Tools.command(List.of(
                        program, "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keystore", store.toString(), "-storepass",
                        ONLY_HERE, "-alias", ALIAS, "-dname", "CN=localhost", "-keyalg", "EC", "-groupname", "secp256r1"))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("keytool took more than " + SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                throw new IOException("keytool made no key: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while keytool made a key");
        } finally {
            process.destroyForcibly();
        }
    }

    private static String pem(String label, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
    }
}
