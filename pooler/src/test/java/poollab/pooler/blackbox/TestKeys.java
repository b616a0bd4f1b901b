package poollab.pooler.blackbox;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** Keys and certificates made by the JDK's keytool, once for all tests, as the PEM files that poolers read. */
public final class TestKeys {
    private static final String PASSWORD = "secret";
    private static final byte[] P_256 = {6, 8, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 3, 1, 7};
    private static TestKeys made;
    private final Path folder;
    private final KeyStore store;

    private TestKeys() {
        try {
            folder = Files.createTempDirectory("pooler-keys");
            Runtime.getRuntime().addShutdownHook(new Thread(this::delete));
            folder.toFile().setReadable(true, false);
            folder.toFile().setExecutable(true, false);
            make("ca", "CN=test ca", "-ext", "bc:c");
            make("otherca", "CN=other ca", "-ext", "bc:c");
            make("localhost", "CN=localhost", "-signer", "ca");
            make("elsewhere", "CN=localhost", "-signer", "ca", "-ext", "san=dns:elsewhere.example");
            make("address", "CN=any", "-signer", "ca", "-ext", "san=ip:127.0.0.1");
            make("app", "CN=app", "-signer", "ca");
            make("stranger", "CN=app", "-signer", "otherca");
            makeRsa("rsa", "CN=localhost", "-signer", "ca");
            store = KeyStore.getInstance(folder.resolve("keys.p12").toFile(), PASSWORD.toCharArray());
            for (String alias : List.of("ca", "otherca", "localhost", "elsewhere", "address", "app", "stranger", "rsa")) write(alias);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static synchronized TestKeys get() {
        if (made == null) made = new TestKeys();
        return made;
    }

    /** A PEM file: ca.crt, localhost.crt, localhost.key (PKCS#8), localhost.old.key (SEC1, or PKCS#1 for rsa) … */
    public String file(String name) {
        return folder.resolve(name).toString();
    }

    /** What a client knows that trusts the first authority. @param alias of the client's own key; null for none */
    SSLContext client(String alias) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("ca", store.getCertificate("ca"));
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            KeyManager[] keys = null;
            if (alias != null) {
                keys = new KeyManager[] {new Shown((PrivateKey) store.getKey(alias, PASSWORD.toCharArray()), (X509Certificate) store.getCertificate(alias))};
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a server knows that shows one of these certificates. */
    public SSLContext server(String alias) {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry(alias, store.getKey(alias, PASSWORD.toCharArray()), PASSWORD.toCharArray(), store.getCertificateChain(alias));
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(own, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void make(String alias, String name, String... more) throws IOException {
        keytool(alias, name, List.of("-keyalg", "EC", "-groupname", "secp256r1"), more);
    }

    private void makeRsa(String alias, String name, String... more) throws IOException {
        keytool(alias, name, List.of("-keyalg", "RSA", "-keysize", "2048"), more);
    }

    private void keytool(String alias, String name, List<String> algorithm, String... more) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore",
                folder.resolve("keys.p12").toString(), "-storepass", PASSWORD, "-alias", alias, "-dname", name, "-validity", "10"));
        command.addAll(algorithm);
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        try {
            if (process.waitFor() != 0) throw new AssertionError(said);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void write(String alias) throws IOException, GeneralSecurityException {
        var key = store.getKey(alias, PASSWORD.toCharArray());
        // A chain without its root, as a server shows it.
        var first = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(store.getCertificate(alias).getEncoded()));
        Files.writeString(folder.resolve(alias + ".crt"), "subject: " + alias + "\n" + pem("CERTIFICATE", first.getEncoded()));
        Files.writeString(folder.resolve(alias + ".key"), pem("PRIVATE KEY", key.getEncoded()));
        boolean rsa = key.getAlgorithm().equals("RSA");
        byte[] old = inside(key.getEncoded());
        if (rsa) {
            Files.writeString(folder.resolve(alias + ".old.key"), pem("RSA PRIVATE KEY", old));
            return;
        }
        String curve = pem("EC PARAMETERS", P_256);
        Files.writeString(folder.resolve(alias + ".old.key"), curve + pem("EC PRIVATE KEY", withCurve(old)));
        Files.writeString(folder.resolve(alias + ".bare.key"), curve + pem("EC PRIVATE KEY", old));
    }

    /** The older form of a key stands inside the newer: a sequence of version, algorithm, and the older form as octets. */
    private static byte[] inside(byte[] pkcs8) {
        ByteBuffer der = ByteBuffer.wrap(pkcs8);
        head(der);
        skip(der);
        skip(der);
        byte[] inside = new byte[head(der)];
        der.get(inside);
        return inside;
    }

    /** OpenSSL names the curve inside the key too: Java leaves it to what stands around it. */
    private static byte[] withCurve(byte[] sec1) {
        ByteBuffer der = ByteBuffer.wrap(sec1);
        head(der);
        int from = der.position();
        skip(der);
        skip(der);
        int size = der.position() - from;
        return ByteBuffer.allocate(2 + size + 2 + P_256.length).put((byte) 0x30).put((byte) (size + 2 + P_256.length))
                .put(sec1, from, size).put((byte) 0xa0).put((byte) P_256.length).put(P_256).array();
    }

    private static void skip(ByteBuffer der) {
        int size = head(der);
        der.position(der.position() + size);
    }

    private static int head(ByteBuffer der) {
        der.get();
        int size = der.get() & 0xff;
        if (size < 0x80) return size;
        int length = 0;
        for (int i = size & 0x7f; i > 0; i--) length = length << 8 | der.get() & 0xff;
        return length;
    }

    private static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + label + "-----\n";
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            // The machine clears its temporary files one day.
        }
    }

    /** Shows its certificate whatever authorities the server names; Java's own would rather show none. */
    private static final class Shown extends X509ExtendedKeyManager {
        private final PrivateKey key;
        private final X509Certificate certificate;

        Shown(PrivateKey key, X509Certificate certificate) {
            this.key = key;
            this.certificate = certificate;
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return "user";
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {certificate};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"user"};
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }
    }
}
