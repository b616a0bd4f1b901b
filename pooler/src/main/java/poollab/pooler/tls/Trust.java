package poollab.pooler.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Which servers' certificates are believed: anybody's, those of some authorities, or of these the one for the host that was to be reached. */
final class Trust extends X509ExtendedTrustManager {
    /** Null to believe anybody. */
    private final X509ExtendedTrustManager authorities;
    private final boolean checksHost;

    private Trust(X509ExtendedTrustManager authorities, boolean checksHost) {
        this.authorities = authorities;
        this.checksHost = checksHost;
    }

    /** @param authorities none for those that come with Java */
    static Trust servers(TlsMode mode, List<X509Certificate> authorities) throws TlsProblem {
        return new Trust(mode.atLeast(TlsMode.VERIFY_CA) ? of(authorities) : null, mode == TlsMode.VERIFY_FULL);
    }

    /** Java's own judge of certificates. */
    static X509ExtendedTrustManager of(List<X509Certificate> authorities) throws TlsProblem {
        try {
            KeyStore store = null;
            if (!authorities.isEmpty()) {
                store = KeyStore.getInstance("PKCS12");
                store.load(null, null);
                for (int i = 0; i < authorities.size(); i++) store.setCertificateEntry("ca" + i, authorities.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            for (TrustManager manager : factory.getTrustManagers()) if (manager instanceof X509ExtendedTrustManager found) return found;
            throw new TlsProblem("this Java cannot check certificates: it has no PKIX trust manager");
        } catch (GeneralSecurityException | IOException e) {
            throw new TlsProblem("the certificate authorities cannot be used: " + e.getMessage());
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        if (authorities == null) return;
        authorities.checkServerTrusted(chain, type, engine);
        String host = engine.getPeerHost();
        if (checksHost && (host == null || !CertificateNames.hasHost(chain[0], host)))
            throw new CertificateException("name \"" + host + "\" not present in server certificate");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities == null ? new X509Certificate[0] : authorities.getAcceptedIssuers();
    }

    // Nothing but engines that connect to servers ever asks.

    private static CertificateException unasked() {
        return new CertificateException("this is only for servers, over an engine");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw unasked();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw unasked();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw unasked();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw unasked();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw unasked();
    }
}
