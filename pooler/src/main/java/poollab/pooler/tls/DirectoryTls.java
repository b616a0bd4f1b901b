package poollab.pooler.tls;

import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Sockets to a directory server; whoever uses them checks the host's name. */
public final class DirectoryTls {
    private DirectoryTls() {}

    /** @param authorities a PEM file; empty for those that come with Java */
    public static SSLSocketFactory checking(Optional<Path> authorities) throws TlsProblem {
        List<X509Certificate> all = authorities.isEmpty() ? List.of() : Certificates.read("TLS_CACERT", authorities.get().toString());
        return with(Trust.of(all));
    }

    /** Believes any certificate. */
    public static SSLSocketFactory believing() throws TlsProblem {
        return with(new Anybody());
    }

    private static SSLSocketFactory with(TrustManager trust) throws TlsProblem {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new TlsProblem("TLS to the directory cannot be set up: " + e.getMessage());
        }
    }

    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
