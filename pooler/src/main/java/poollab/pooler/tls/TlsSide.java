package poollab.pooler.tls;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;

/**
 * What the settings of one side, {@code client_tls_…} or {@code server_tls_…}, ask for: read, checked, and comparable,
 * files' contents included.
 *
 * @param own null when no key is set
 * @param authorities empty when no file is set
 * @param ciphers Java's names up to TLS 1.2; null for Java's choice, as the next
 */
record TlsSide(TlsMode mode, List<String> protocols, List<String> ciphers, List<String> ciphers13, OwnKey own, List<X509Certificate> authorities) {
    /** OpenSSL's names of curves that Java calls otherwise. */
    private static final Map<String, String> CURVES = Map.of("prime256v1", "secp256r1", "p-256", "secp256r1", "p-384", "secp384r1", "p-521", "secp521r1");

    /**
     * @param prefix client_tls or server_tls
     * @param warnings what is not quite as it was wished is added to these
     */
    static TlsSide read(String prefix, Settings settings, List<String> warnings) throws TlsProblem {
        Function<String, String> text = name -> settings.text(Key.named(name).orElseThrow());
        String keyFile = text.apply(prefix + "_key_file");
        String certificateFile = text.apply(prefix + "_cert_file");
        String authorities = text.apply(prefix + "_ca_file");
        if (keyFile == null != (certificateFile == null))
            throw new TlsProblem(prefix + (keyFile == null ? "_cert_file is set and " : "_key_file is set and ") + prefix
                    + (keyFile == null ? "_key_file is not; a certificate is of no use without its key" : "_cert_file is not; a key is of no use without its certificate"));
        String thirteen = prefix.replace("tls", "tls13") + "_ciphers";
        return new TlsSide(
                TlsMode.of(text.apply(prefix + "_sslmode")),
                Protocols.read(prefix + "_protocols", text.apply(prefix + "_protocols")),
                CipherList.upTo12(prefix + "_ciphers", text.apply(prefix + "_ciphers"), warnings),
                CipherList.of13(thirteen, text.apply(thirteen)),
                keyFile == null ? null : OwnKey.read(prefix, keyFile, certificateFile),
                authorities == null ? List.of() : Certificates.read(prefix + "_ca_file", authorities));
    }

    SSLContext context(TrustManager trust) throws TlsProblem {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own == null ? null : new OwnKey[] {own}, new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new TlsProblem("this Java cannot do TLS: " + e.getMessage());
        }
    }

    SSLParameters parameters(SSLContext context) {
        SSLParameters parameters = context.getDefaultSSLParameters();
        parameters.setProtocols(protocols.toArray(String[]::new));
        List<String> suites = new ArrayList<>();
        for (String suite : parameters.getCipherSuites())
            if (suite.contains("SCSV") || (suite.contains("_WITH_") ? ciphers : ciphers13) == null) suites.add(suite);
        if (ciphers != null) suites.addAll(0, ciphers);
        if (ciphers13 != null) suites.addAll(0, ciphers13);
        parameters.setCipherSuites(suites.toArray(String[]::new));
        return parameters;
    }

    /** @param name null, auto and none leave the choice to Java */
    static String[] curves(String setting, String name, SSLContext context) throws TlsProblem {
        if (name == null || name.equalsIgnoreCase("auto") || name.equalsIgnoreCase("none")) return null;
        String curve = CURVES.getOrDefault(name.toLowerCase(Locale.ROOT), name);
        String[] known = context.getSupportedSSLParameters().getNamedGroups();
        for (String group : known) if (group.equalsIgnoreCase(curve)) return new String[] {group};
        throw new TlsProblem(setting + ": \"" + name + "\" is no curve that Java has; it has " + String.join(", ", known) + " (prime256v1 is secp256r1)");
    }
}
