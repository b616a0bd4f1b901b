package poollab.pooler.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Settings that PgBouncer can keep and this pooler cannot, where doing without would be less safe than not running. */
public final class Unsupported {
    private Unsupported() {}

    /** Why these settings cannot be kept, and what to do about it. Better no pooler than one that talks in the clear to somebody who asked for encryption. */
    public static Optional<String> in(Settings settings) {
        for (Key key : List.of(Key.CLIENT_TLS_SSLMODE, Key.SERVER_TLS_SSLMODE))
            if (Set.of("require", "verify-ca", "verify-full").contains(settings.text(key)))
                return Optional.of(key.keyName() + " = " + settings.text(key) + " cannot be kept: this pooler does not speak TLS. "
                        + "Put it behind something that does, or set it to disable, allow or prefer.");
        return switch (settings.authType()) {
            case ANY, TRUST, PLAIN, MD5, SCRAM_SHA_256, HBA -> Optional.empty();
            default -> Optional.of("auth_type = " + settings.authType().text()
                    + " is not supported here; take any, trust, plain, md5, scram-sha-256 or hba");
        };
    }
}
