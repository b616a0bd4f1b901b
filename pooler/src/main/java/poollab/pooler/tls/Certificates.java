package poollab.pooler.tls;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Reads certificates from PEM files, and proves that a key is a certificate's. */
final class Certificates {
    private Certificates() {}

    static List<X509Certificate> read(String setting, String file) throws TlsProblem {
        List<X509Certificate> all = new ArrayList<>();
        for (Pem block : Pem.read(setting, file)) {
            if (!block.label().equals("CERTIFICATE") && !block.label().equals("X509 CERTIFICATE")) continue;
            try {
                all.add((X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.bytes())));
            } catch (CertificateException e) {
                throw new TlsProblem(setting + ": certificate " + (all.size() + 1) + " in " + file + " is damaged: " + e.getMessage());
            }
        }
        if (all.isEmpty()) throw new TlsProblem(setting + ": there is no certificate in " + file + " (a PEM block BEGIN CERTIFICATE)");
        return all;
    }

    static boolean belong(PrivateKey key, PublicKey certified) {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            case "DSA" -> "SHA256withDSA";
            default -> key.getAlgorithm();
        };
        // An RSASSA-PSS key would need its parameters; whether it fits shows in the first handshake.
        if (algorithm.equals("RSASSA-PSS")) return certified.getAlgorithm().equals(algorithm);
        byte[] probe = {1, 2, 3};
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(probe);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(probe);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
