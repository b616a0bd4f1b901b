package poollab.pooler.config;

import java.util.Optional;

/** Settings that PgBouncer can keep and this pooler cannot, where doing without would be less safe than not running. */
public final class Unsupported {
    private Unsupported() {}

    /** Why these settings cannot be kept, and what to do about it. */
    public static Optional<String> in(Settings settings) {
        return switch (settings.authType()) {
            case ANY, TRUST, PLAIN, MD5, SCRAM_SHA_256, HBA, CERT, LDAP -> Optional.empty();
            default -> Optional.of("auth_type = " + settings.authType().text()
                    + " is not supported here; take any, trust, plain, md5, scram-sha-256, hba, ldap or cert");
        };
    }
}
