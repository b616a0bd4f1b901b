package poollab.pooler.config;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.Objects;

/** All settings of the {@code [pgbouncer]} section, parsed and checked. Immutable, so any thread may keep one. */
public final class Settings {
    private static final Pattern BIND_PASSWORD = Pattern.compile("(ldapbindpasswd\"?=)(?:\"(?:[^\"]|\"\")*\"?|[^\\s,]*)");
    private static final Settings DEFAULTS = new Settings(defaultValues());

    private final Map<Key, Domain.Value> values;
    private final PoolMode poolMode;
    private final AuthType authType;

    private Settings(Map<Key, Domain.Value> values) {
        this.values = values;
        this.poolMode = PoolMode.values()[(int) values.get(Key.POOL_MODE).number()];
        String auth = values.get(Key.AUTH_TYPE).shown();
        this.authType = Arrays.stream(AuthType.values()).filter(t -> t.text().equals(auth)).findFirst().orElseThrow();
    }

    /** Every setting at its default. */
    public static Settings defaults() {
        return DEFAULTS;
    }

    /**
     * The value as SHOW CONFIG prints it, or null when nothing is set. An empty text is also null where the default
     * is "nothing"; elsewhere it stays empty, because it means something: no reset query, no unix socket.
     */
    public String text(Key key) {
        String shown = shown(key);
        boolean nothing = shown != null && shown.isEmpty() && (key.defaultText() == null || key.defaultText().isEmpty());
        return nothing ? null : shown;
    }

    /** The column "value" of SHOW CONFIG, where null and empty are told apart as PgBouncer does. */
    public String shown(Key key) {
        Domain.Value value = values.get(key);
        return value == null ? null : value.shown();
    }

    /** As {@link #shown}, but a password inside is not told. */
    public String told(Key key) {
        String shown = shown(key);
        return key == Key.AUTH_LDAP_OPTIONS && shown != null ? BIND_PASSWORD.matcher(shown).replaceAll("$1(hidden)") : shown;
    }

    /** The parts of a list with commas, without blanks around them; empty when nothing is set. */
    public List<String> list(Key key) {
        String text = text(key);
        if (text == null) return List.of();
        return Arrays.stream(text.split(",")).map(String::strip).filter(part -> !part.isEmpty()).toList();
    }

    /**
     * A whole number; {@code max_packet_size} beyond an int counts as the largest int.
     *
     * @throws IllegalArgumentException when the setting is not a number; ask {@link #micros} for times
     */
    public int number(Key key) {
        return switch (key.domain()) {
            case Domain.Whole _, Domain.Switch _, Domain.FileMode _ ->
                (int) Math.min(values.get(key).number(), Integer.MAX_VALUE);
            default -> throw new IllegalArgumentException(key.keyName() + " is not a number");
        };
    }

    /** Whether a 0/1 setting is on: any number but 0. */
    public boolean flag(Key key) {
        return number(key) != 0;
    }

    /**
     * A time in microseconds, whatever its unit in the ini file.
     *
     * @throws IllegalArgumentException when the setting is not a time
     */
    public long micros(Key key) {
        long number = values.containsKey(key) ? values.get(key).number() : 0;
        return switch (key) {
            case QUERY_WAIT_NOTIFY, STATS_PERIOD, TCP_KEEPIDLE, TCP_KEEPINTVL -> number * Domain.MICROS;
            case TCP_USER_TIMEOUT -> number * 1000;
            default -> {
                if (!(key.domain() instanceof Domain.Seconds)) {
                    throw new IllegalArgumentException(key.keyName() + " is not a time");
                }
                yield number;
            }
        };
    }

    public PoolMode poolMode() {
        return poolMode;
    }

    /** Never {@link AuthType#PEER} or {@link AuthType#REJECT}. */
    public AuthType authType() {
        return authType;
    }

    /**
     * These settings with one changed, as by the console's SET. Whether the setting may change while the pooler runs
     * is the caller's question to {@link Key#reloadable}: PgBouncer answers such a SET as done, and changes nothing.
     *
     * @throws BadValue the message is ready to be shown
     */
    public Settings with(Key key, String value) throws BadValue {
        return with(key, key.read(Objects.requireNonNull(value).strip()));
    }

    /** Whether the value is not the default. */
    boolean changed(Key key) {
        return !Objects.equals(values.get(key), DEFAULTS.values.get(key));
    }

    /** These settings with one taken over from others. */
    Settings keeping(Key key, Settings others) {
        return with(key, others.values.get(key));
    }

    /** What a {@code [pgbouncer]} line does in PgBouncer: every default is set, and a setting without one stays. */
    Settings sectionStarts() {
        Map<Key, Domain.Value> next = new EnumMap<>(values);
        next.putAll(DEFAULTS.values);
        if (values.containsKey(Key.VERBOSE)) next.put(Key.VERBOSE, values.get(Key.VERBOSE));
        return new Settings(next);
    }

    private Settings with(Key key, Domain.Value value) {
        if (Objects.equals(values.get(key), value)) return this;
        Map<Key, Domain.Value> next = new EnumMap<>(values);
        if (value == null) {
            next.remove(key);
        } else {
            next.put(key, value);
        }
        return new Settings(next);
    }

    private static Map<Key, Domain.Value> defaultValues() {
        Map<Key, Domain.Value> values = new EnumMap<>(Key.class);
        try {
            for (Key key : Key.values()) {
                if (key.defaultText() != null) values.put(key, key.read(key.defaultText()));
            }
            // It has no default in PgBouncer's table, which lets -v on the command line live through a reload.
            values.put(Key.VERBOSE, Key.VERBOSE.read("0"));
        } catch (BadValue e) {
            throw new IllegalStateException(e);
        }
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Settings settings && values.equals(settings.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** Only what is not at its default. */
    @Override
    public String toString() {
        return Arrays.stream(Key.values())
                .filter(this::changed)
                .map(key -> key.keyName() + "=" + shown(key))
                .toList()
                .toString();
    }
}
