package poollab.pooler.config;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The settings of the {@code [pgbouncer]} section, PgBouncer's and some of this pooler's own, in the order of SHOW CONFIG: alphabetical. */
public enum Key {
    ADMIN_USERS(Domains.TEXT, ""),
    APPLICATION_NAME_ADD_HOST(Domains.SWITCH, "0"),
    AUTH_DBNAME(new Domain.AuthDatabase(), null),
    AUTH_FILE(Domains.TEXT, null),
    AUTH_HBA_FILE(Domains.TEXT, ""),
    AUTH_IDENT_FILE(Domains.TEXT, null),
    AUTH_LDAP_OPTIONS(Domains.TEXT, null),
    AUTH_QUERY(Domains.TEXT,
            "SELECT rolname, CASE WHEN rolvaliduntil < now() THEN NULL ELSE rolpassword END"
                    + " FROM pg_authid WHERE rolname=$1 AND rolcanlogin"),
    AUTH_TYPE(AuthType.CHOICE, "md5"),
    AUTH_USER(Domains.TEXT, null),
    AUTODB_IDLE_TIMEOUT(Domains.SECONDS, "3600"),
    CANCEL_WAIT_TIMEOUT(Domains.SECONDS, "10"),
    CLIENT_IDLE_TIMEOUT(Domains.SECONDS, "0"),
    CLIENT_LOGIN_TIMEOUT(Domains.SECONDS, "60"),
    CLIENT_TLS13_CIPHERS(Domains.TEXT, null),
    CLIENT_TLS_CA_FILE(Domains.TEXT, ""),
    CLIENT_TLS_CERT_FILE(Domains.TEXT, ""),
    CLIENT_TLS_CIPHERS(Domains.TEXT, "default"),
    CLIENT_TLS_DHEPARAMS(Domains.DH_PARAMETERS, "auto"),
    CLIENT_TLS_ECDHCURVE(Domains.TEXT, "auto"),
    CLIENT_TLS_KEY_FILE(Domains.TEXT, ""),
    CLIENT_TLS_PROTOCOLS(Domains.PROTOCOLS, "secure"),
    CLIENT_TLS_SSLMODE(Domains.TLS_MODE, "disable"),
    CONFFILE(Domains.TEXT, null),
    DEFAULT_POOL_SIZE(Domains.WHOLE, "20"),
    DISABLE_PQEXEC(Domains.SWITCH, "0", Trait.RESTART),
    DNS_MAX_TTL(Domains.SECONDS, "15", Trait.NO_EFFECT),
    DNS_NXDOMAIN_TTL(Domains.SECONDS, "15", Trait.NO_EFFECT),
    DNS_ZONE_CHECK_PERIOD(Domains.SECONDS, "0", Trait.NO_EFFECT),
    IDLE_TRANSACTION_TIMEOUT(Domains.SECONDS, "0"),
    IGNORE_STARTUP_PARAMETERS(Domains.TEXT, ""),
    JOB_NAME(Domains.TEXT, "pgbouncer", Trait.RESTART),
    LISTEN_ADDR(Domains.TEXT, "", Trait.RESTART),
    LISTEN_BACKLOG(Domains.WHOLE, "128", Trait.RESTART),
    LISTEN_PORT(new Domain.Whole(0, 65_535), "6432", Trait.RESTART),
    LOG_CONNECTIONS(Domains.SWITCH, "1"),
    LOG_DISCONNECTIONS(Domains.SWITCH, "1"),
    LOG_POOLER_ERRORS(Domains.SWITCH, "1"),
    LOG_STATS(Domains.SWITCH, "1"),
    LOGFILE(Domains.TEXT, ""),
    MAX_CLIENT_CONN(Domains.WHOLE, "100"),
    MAX_DB_CLIENT_CONNECTIONS(Domains.WHOLE, "0"),
    MAX_DB_CONNECTIONS(Domains.WHOLE, "0"),
    MAX_PACKET_SIZE(new Domain.Whole(0, 4_294_967_295L), "2147483647"),
    MAX_PREPARED_STATEMENTS(Domains.WHOLE, "200"),
    MAX_USER_CLIENT_CONNECTIONS(Domains.WHOLE, "0"),
    MAX_USER_CONNECTIONS(Domains.WHOLE, "0"),
    METRICS_ADDR(Domains.TEXT, "127.0.0.1", Trait.RESTART, Trait.OWN),
    METRICS_PORT(new Domain.Whole(0, 65_535), "0", Trait.RESTART, Trait.OWN),
    MIN_POOL_SIZE(Domains.WHOLE, "0"),
    PEER_ID(new Domain.Whole(0, 16_383), "0"),
    PIDFILE(Domains.TEXT, "", Trait.RESTART),
    PKT_BUF(Domains.WHOLE, "4096", Trait.RESTART, Trait.NO_EFFECT),
    POOL_MODE(PoolMode.CHOICE, "session"),
    QUERY_TIMEOUT(Domains.SECONDS, "0"),
    QUERY_WAIT_NOTIFY(Domains.WHOLE, "5"),
    QUERY_WAIT_TIMEOUT(Domains.SECONDS, "120"),
    RESERVE_POOL_SIZE(Domains.WHOLE, "0"),
    RESERVE_POOL_TIMEOUT(Domains.SECONDS, "5"),
    RESOLV_CONF(Domains.TEXT, "", Trait.RESTART, Trait.NO_EFFECT),
    SBUF_LOOPCNT(Domains.WHOLE, "5", Trait.NO_EFFECT),
    SCRAM_ITERATIONS(Domains.POSITIVE, "4096"),
    SERVER_CHECK_DELAY(Domains.SECONDS, "30"),
    SERVER_CHECK_QUERY(Domains.TEXT, "<empty>"),
    SERVER_CONNECT_TIMEOUT(Domains.SECONDS, "15"),
    SERVER_FAST_CLOSE(Domains.SWITCH, "0"),
    SERVER_IDLE_TIMEOUT(Domains.SECONDS, "600"),
    SERVER_LIFETIME(Domains.SECONDS, "3600"),
    SERVER_LOGIN_RETRY(Domains.SECONDS, "15"),
    SERVER_RESET_QUERY(Domains.TEXT, "DISCARD ALL"),
    SERVER_RESET_QUERY_ALWAYS(Domains.SWITCH, "0"),
    SERVER_ROUND_ROBIN(Domains.SWITCH, "0"),
    SERVER_TLS13_CIPHERS(Domains.TEXT, null),
    SERVER_TLS_CA_FILE(Domains.TEXT, ""),
    SERVER_TLS_CERT_FILE(Domains.TEXT, ""),
    SERVER_TLS_CIPHERS(Domains.TEXT, "default"),
    SERVER_TLS_KEY_FILE(Domains.TEXT, ""),
    SERVER_TLS_PROTOCOLS(Domains.PROTOCOLS, "secure"),
    SERVER_TLS_SSLMODE(Domains.TLS_MODE, "prefer"),
    SO_REUSEPORT(Domains.SWITCH, "0", Trait.RESTART),
    STATS_PERIOD(Domains.POSITIVE, "60"),
    STATS_USERS(Domains.TEXT, ""),
    SUSPEND_TIMEOUT(Domains.SECONDS, "10", Trait.NO_EFFECT),
    SYSLOG(Domains.SWITCH, "0", Trait.NO_EFFECT),
    SYSLOG_FACILITY(Domains.TEXT, "daemon", Trait.NO_EFFECT),
    SYSLOG_IDENT(Domains.TEXT, "pgbouncer", Trait.NO_EFFECT),
    TCP_DEFER_ACCEPT(Domains.SWITCH, "1", Trait.NO_EFFECT),
    TCP_KEEPALIVE(Domains.SWITCH, "1"),
    TCP_KEEPCNT(Domains.WHOLE, "0"),
    TCP_KEEPIDLE(Domains.WHOLE, "0"),
    TCP_KEEPINTVL(Domains.WHOLE, "0"),
    TCP_SOCKET_BUFFER(Domains.WHOLE, "0"),
    TCP_USER_TIMEOUT(Domains.WHOLE, "0", Trait.NO_EFFECT),
    TRACK_EXTRA_PARAMETERS(Domains.TEXT, "IntervalStyle", Trait.RESTART),
    TRANSACTION_TIMEOUT(Domains.SECONDS, "0"),
    UNIX_SOCKET_DIR(Domains.TEXT, "/tmp", Trait.RESTART),
    UNIX_SOCKET_GROUP(Domains.TEXT, "", Trait.RESTART),
    UNIX_SOCKET_MODE(new Domain.FileMode(), "0777", Trait.RESTART),
    USER(Domains.TEXT, null, Trait.RESTART, Trait.NO_EFFECT),
    VERBOSE(Domains.WHOLE, null);

    private static final Map<String, Key> NAMED =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Key::keyName, Function.identity()));
    private static final List<String> NAMES = Arrays.stream(values()).map(Key::keyName).toList();

    private final String keyName = name().toLowerCase(Locale.ROOT);
    private final Domain domain;
    private final String defaultText;
    private final Set<Trait> traits;

    Key(Domain domain, String defaultText, Trait... traits) {
        this.domain = domain;
        this.defaultText = defaultText;
        this.traits = traits.length == 0 ? Set.of() : EnumSet.copyOf(List.of(traits));
    }

    /** As written in the ini file: {@code admin_users}. */
    public String keyName() {
        return keyName;
    }

    /** The column "default" of SHOW CONFIG. Null and empty are told apart there; both mean that nothing is set. */
    public String defaultText() {
        return defaultText;
    }

    /** Whether RELOAD and SET change it; the others need a restart. */
    public boolean reloadable() {
        return !traits.contains(Trait.RESTART);
    }

    /** False for what is accepted and shown, but has nothing to act on here, such as the size of C buffers. */
    public boolean effective() {
        return !traits.contains(Trait.NO_EFFECT);
    }

    /** Whether PgBouncer does not know it. */
    public boolean own() {
        return traits.contains(Trait.OWN);
    }

    /** The setting of that name, in lower case only, as in PgBouncer. {@code service_name} is {@link #JOB_NAME}. */
    public static Optional<Key> named(String name) {
        return name.equals("service_name") ? Optional.of(JOB_NAME) : Optional.ofNullable(NAMED.get(name));
    }

    static List<String> names() {
        return NAMES;
    }

    Domain domain() {
        return domain;
    }

    /**
     * Reads a value.
     *
     * @throws BadValue the message begins with the setting's name
     */
    Domain.Value read(String text) throws BadValue {
        try {
            return domain.read(text);
        } catch (BadValue e) {
            throw new BadValue(keyName + ": " + e.getMessage());
        }
    }

    private enum Trait {
        RESTART,
        NO_EFFECT,
        OWN
    }

    /** Shared by several settings; a class of its own because an enum's constants cannot use the enum's static fields. */
    private static final class Domains {
        static final Domain TEXT = new Domain.Text();
        static final Domain SWITCH = new Domain.Switch();
        static final Domain SECONDS = new Domain.Seconds();
        static final Domain WHOLE = new Domain.Whole(0, Integer.MAX_VALUE);
        static final Domain POSITIVE = new Domain.Whole(1, Integer.MAX_VALUE);
        static final Domain PROTOCOLS = new Domain.Protocols();
        static final Domain DH_PARAMETERS = Domain.Choice.of("none", "auto", "legacy");
        static final Domain TLS_MODE =
                Domain.Choice.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
    }
}
