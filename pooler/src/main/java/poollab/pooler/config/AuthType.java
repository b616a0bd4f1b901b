package poollab.pooler.config;

import java.util.Locale;

/** How a client proves who it is. {@link #PEER} and {@link #REJECT} exist only in HBA rules. */
public enum AuthType {
    ANY,
    TRUST,
    PLAIN,
    MD5,
    CERT,
    HBA,
    LDAP,
    PAM,
    SCRAM_SHA_256,
    PEER,
    REJECT;

    static final Domain.Choice CHOICE =
            Domain.Choice.of("any", "trust", "plain", "md5", "cert", "hba", "ldap", "pam", "scram-sha-256");

    /** As written in the ini and HBA files: {@code scram-sha-256}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
