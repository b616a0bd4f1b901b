package poollab.pooler.tls;

import java.net.InetAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Whether a certificate is somebody's: the server's that was to be reached, or the user's who logs in. */
public final class CertificateNames {
    private static final int DNS = 2;
    private static final int IP = 7;

    private CertificateNames() {}

    /** The user's name is the common name or one of the DNS names. Case does not count, as in PgBouncer; wildcards are for hosts. */
    public static boolean hasUser(X509Certificate certificate, String user) {
        for (String name : commonNames(certificate)) if (name.equalsIgnoreCase(user)) return true;
        for (String name : alternatives(certificate, DNS)) if (name.equalsIgnoreCase(user)) return true;
        return false;
    }

    /** As PostgreSQL's own clients check it: the common name counts only where no alternative name of the host's kind is given. */
    static boolean hasHost(X509Certificate certificate, String host) {
        byte[] address = address(host);
        List<String> alternatives = alternatives(certificate, address == null ? DNS : IP);
        for (String name : alternatives)
            if (address == null ? matches(name, host) : Arrays.equals(address(name), address)) return true;
        if (!alternatives.isEmpty()) return false;
        for (String name : commonNames(certificate))
            if (address == null ? matches(name, host) : name.equals(host)) return true;
        return false;
    }

    /** A star stands for exactly the first part of a name, and something with a dot must follow. */
    private static boolean matches(String pattern, String host) {
        if (pattern.equalsIgnoreCase(host)) return true;
        if (!pattern.startsWith("*.") || pattern.indexOf('.', 2) < 0 || pattern.indexOf('*', 1) >= 0) return false;
        int dot = host.indexOf('.');
        return dot > 0 && host.substring(dot).equalsIgnoreCase(pattern.substring(1));
    }

    private static byte[] address(String text) {
        try {
            return InetAddress.ofLiteral(text).getAddress();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static List<String> alternatives(X509Certificate certificate, int kind) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            if (all != null)
                for (List<?> name : all)
                    if (name.getFirst().equals(kind) && name.get(1) instanceof String text) names.add(text);
        } catch (CertificateParsingException e) {
            // A name that cannot be read is nobody's.
        }
        return names;
    }

    private static List<String> commonNames(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns())
                if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name && name.indexOf('\0') < 0) names.add(name);
        } catch (InvalidNameException e) {
            // The same.
        }
        // Of several the first in the certificate counts, as with OpenSSL.
        return names.size() > 1 ? List.of(names.getFirst()) : names;
    }
}
