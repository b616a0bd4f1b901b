package poollab.pooler.ldap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import poollab.pooler.tls.DirectoryTls;
import poollab.pooler.tls.TlsProblem;

/**
 * Which certificates of a directory are believed, as for every program on this machine that uses OpenLDAP's library:
 * {@code TLS_CACERT} and {@code TLS_REQCERT} of the file that {@code LDAPCONF} names, by default {@code /etc/ldap/ldap.conf},
 * and before it {@code LDAPTLS_CACERT} and {@code LDAPTLS_REQCERT}. Where nothing is said, Java's authorities count.
 */
record LdapConf(Optional<Path> authorities, boolean checks) {
    /** @throws LdapProblem when a file's name is none */
    static LdapConf read(Map<String, String> environment) throws LdapProblem {
        try {
            return found(environment);
        } catch (InvalidPathException e) {
            throw new LdapProblem("LDAP configuration: " + e.getReason() + " in the name of a file");
        }
    }

    private static LdapConf found(Map<String, String> environment) {
        Optional<Path> authorities = Optional.empty();
        boolean checks = true;
        for (String line : lines(Path.of(environment.getOrDefault("LDAPCONF", "/etc/ldap/ldap.conf")))) {
            String[] words = line.strip().split("\\s+", 2);
            if (words.length < 2) continue;
            switch (words[0].toUpperCase(Locale.ROOT)) {
                case "TLS_CACERT" -> authorities = Optional.of(Path.of(words[1]));
                case "TLS_REQCERT" -> checks = checks(words[1]);
                default -> {}
            }
        }
        if (environment.containsKey("LDAPTLS_CACERT")) authorities = Optional.of(Path.of(environment.get("LDAPTLS_CACERT")));
        if (environment.containsKey("LDAPTLS_REQCERT")) checks = checks(environment.get("LDAPTLS_REQCERT"));
        return new LdapConf(authorities.filter(Files::isReadable), checks);
    }

    private static boolean checks(String word) {
        return !word.equalsIgnoreCase("never") && !word.equalsIgnoreCase("allow");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    SSLSocketFactory sockets() throws LdapProblem {
        try {
            return checks ? DirectoryTls.checking(authorities) : DirectoryTls.believing();
        } catch (TlsProblem e) {
            throw new LdapProblem(e.getMessage());
        }
    }
}
