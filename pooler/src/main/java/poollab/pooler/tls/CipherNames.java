package poollab.pooler.tls;

import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** OpenSSL's names of the cipher suites that Java has. */
public final class CipherNames {
    /** Java's name by OpenSSL's, up to TLS 1.2, in Java's order of preference; those that Java has turned off come last. */
    private static final Map<String, String> OLD = new LinkedHashMap<>();
    private static final Map<String, String> NEW = new LinkedHashMap<>();
    private static final Map<String, String> OPENSSL = new LinkedHashMap<>();

    static {
        try {
            SSLContext context = SSLContext.getDefault();
            add(context.getDefaultSSLParameters());
            add(context.getSupportedSSLParameters());
        } catch (NoSuchAlgorithmException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private CipherNames() {}

    private static void add(SSLParameters parameters) {
        for (String name : parameters.getCipherSuites()) {
            String openSsl = translate(name);
            if (openSsl == null) continue;
            OPENSSL.put(name, openSsl);
            (name.contains("_WITH_") ? OLD : NEW).putIfAbsent(openSsl, name);
        }
    }

    /** Null for what is no cipher suite of its own, or without encryption, or without the server's certificate. */
    private static String translate(String name) {
        if (name.contains("SCSV") || name.contains("_NULL_") || name.contains("_anon_") || name.contains("KRB5")) return null;
        int with = name.indexOf("_WITH_");
        if (with < 0) return name;
        String exchange = name.substring(name.indexOf('_') + 1, with).replace('_', '-');
        String cipher = name.substring(with + 6)
                .replace("3DES_EDE_CBC", "DES-CBC3")
                .replace("CHACHA20_POLY1305_SHA256", "CHACHA20-POLY1305")
                .replaceFirst("AES_(\\d+)", "AES$1")
                .replace("_CBC", "")
                .replace('_', '-');
        return exchange.equals("RSA") ? cipher : exchange + "-" + cipher;
    }

    /** Java's own name where there is no other. */
    public static String openSsl(String name) {
        return OPENSSL.getOrDefault(name, name);
    }

    static Map<String, String> upTo12() {
        return OLD;
    }

    static Map<String, String> of13() {
        return NEW;
    }
}
