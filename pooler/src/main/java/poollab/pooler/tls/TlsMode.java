package poollab.pooler.tls;

import java.util.Locale;

/** How much TLS is wanted, from nothing to all; the order counts. */
public enum TlsMode {
    DISABLE,
    ALLOW,
    PREFER,
    REQUIRE,
    VERIFY_CA,
    VERIFY_FULL;

    static TlsMode of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    public boolean atLeast(TlsMode other) {
        return compareTo(other) >= 0;
    }
}
