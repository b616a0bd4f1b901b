package poollab.pooler.session;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Says in a line why TLS failed. */
final class TlsTrouble {
    private TlsTrouble() {}

    /** The innermost cause says most; OpenSSL's words for a certificate stand in front, for many look for them. */
    static String text(SSLException failure) {
        Throwable innermost = failure;
        boolean certificate = false;
        while (true) {
            certificate |= innermost instanceof CertificateException || innermost instanceof CertPathBuilderException;
            if (innermost.getCause() == null || innermost.getCause() == innermost) break;
            innermost = innermost.getCause();
        }
        String reason = innermost.getMessage() == null ? innermost.toString() : innermost.getMessage().replace('\n', ' ');
        return "handshake failed: " + (certificate ? "certificate verify failed: " : "") + reason;
    }
}
