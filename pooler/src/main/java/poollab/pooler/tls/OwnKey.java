package poollab.pooler.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The one key and certificate chain of this side. It is shown whatever authorities the other side says it would take:
 * whether it is good enough is for that side to decide, as with OpenSSL.
 */
final class OwnKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final PrivateKey key;
    private final X509Certificate[] chain;

    private OwnKey(PrivateKey key, List<X509Certificate> chain) {
        this.key = key;
        this.chain = chain.toArray(X509Certificate[]::new);
    }

    /** @param prefix of the settings' names: client_tls or server_tls */
    static OwnKey read(String prefix, String keyFile, String certificateFile) throws TlsProblem {
        PrivateKey key = Keys.read(prefix + "_key_file", keyFile);
        List<X509Certificate> chain = Certificates.read(prefix + "_cert_file", certificateFile);
        if (!Certificates.belong(key, chain.getFirst().getPublicKey()))
            throw new TlsProblem(prefix + "_key_file: the key in " + keyFile + " is not the one of the first certificate in " + certificateFile);
        return new OwnKey(key, chain);
    }

    private String alias(String type) {
        return key.getAlgorithm().equals(type) ? ALIAS : null;
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return alias(type);
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return Arrays.stream(types).anyMatch(key.getAlgorithm()::equals) ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return chooseEngineClientAlias(types, issuers, null);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return alias(type);
    }

    /** Equal when key and certificates are: then nothing has changed for connections that are open. */
    @Override
    public boolean equals(Object other) {
        return other instanceof OwnKey own && key.equals(own.key) && Arrays.equals(chain, own.chain);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(chain);
    }
}
