package poollab.pooler.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A configuration while its file is being read: collects entries, problems and warnings. */
final class Draft implements IniReader.Handler {
    private static final List<String> SECTIONS = List.of("pgbouncer", "databases", "users", "peers");

    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, DatabaseEntry> databases = new TreeMap<>();
    private final Map<String, UserEntry> users = new TreeMap<>();
    private final Map<Integer, PeerEntry> peers = new TreeMap<>();
    private final Set<Key> given = EnumSet.noneOf(Key.class);
    private Settings settings;
    private DatabaseEntry fallback;
    private String section;
    private boolean mainSeen;

    Draft(Settings start) {
        settings = start;
    }

    IniReader reader() {
        return new IniReader(this, problems);
    }

    /** What was read; on a reload, {@code before} is what cannot change while the pooler runs. */
    Config finished(Path file, Optional<Settings> before) throws ConfigException {
        if (!mainSeen && problems.isEmpty()) problems.add(file + ": the [pgbouncer] section is missing");
        if (!problems.isEmpty()) throw new ConfigException(problems);
        before.ifPresent(this::keepWhatNeedsRestart);
        warnOfNoEffect(file);
        return new Config(file, settings, Collections.unmodifiableMap(databases), fallback,
                Collections.unmodifiableMap(users), Collections.unmodifiableMap(peers), warnings);
    }

    @Override
    public void section(Place place, String name) {
        section = name;
        if (!SECTIONS.contains(name)) {
            problems.add(place + ": unknown section [" + name + "]; known: " + SECTIONS.stream()
                    .map(known -> "[" + known + "]")
                    .collect(Collectors.joining(", ")) + Nearest.hint(name, SECTIONS));
        }
        if (!name.equals("pgbouncer")) return;
        Settings fresh = settings.sectionStarts();
        if (mainSeen && !fresh.equals(settings)) {
            warnings.add(place + ": [pgbouncer] again: as in PgBouncer, settings above it are back at their defaults");
        }
        settings = fresh;
        mainSeen = true;
    }

    @Override
    public void entry(Place place, String name, String value) {
        if (section == null) {
            problems.add(place + ": " + name + " stands before any section, such as [pgbouncer]");
            return;
        }
        try {
            switch (section) {
                case "pgbouncer" -> setting(name, value);
                case "databases" -> database(Entries.database(name, value));
                case "users" -> users.put(name, Entries.user(name, value));
                case "peers" -> peer(Entries.peer(name, value));
                default -> {
                    // The unknown section is the problem; its lines are not further ones.
                }
            }
        } catch (BadValue e) {
            problems.add(place + ": " + about(name) + e.getMessage() + missingHeader(name, value));
        }
    }

    private void setting(String name, String value) throws BadValue {
        Key key = Key.named(name).orElse(null);
        if (key == null) throw new BadValue("unknown setting \"" + name + "\"" + Nearest.hint(name, Key.names()));
        settings = settings.with(key, value);
        given.add(key);
    }

    private void database(DatabaseEntry entry) {
        if (entry.name().equals("*")) {
            fallback = entry;
        } else {
            databases.put(entry.name(), entry);
        }
    }

    private void peer(PeerEntry entry) {
        peers.put(entry.id(), entry);
    }

    private String about(String name) {
        return section.equals("pgbouncer") ? "" : section.substring(0, section.length() - 1) + " \"" + name + "\": ";
    }

    /** The likely cause when a line is a mistake where it stands and would be right in another section. */
    private String missingHeader(String name, String value) {
        if (section.equals("pgbouncer")) {
            boolean entry = Key.named(name).isEmpty() && value.matches("(host|port|dbname|user)\\s*=.*");
            return entry ? "; an entry like this belongs in [databases]" : "";
        }
        return Key.named(name).isPresent() ? "; " + name + " is a setting: is the line [pgbouncer] missing above it?" : "";
    }

    private void keepWhatNeedsRestart(Settings before) {
        for (Key key : Key.values()) {
            if (key.reloadable() || Objects.equals(before.shown(key), settings.shown(key))) continue;
            warnings.add(key.keyName() + " stays " + value(before, key) + ": changing it to " + value(settings, key)
                    + " needs a restart");
            settings = settings.keeping(key, before);
        }
    }

    private static String value(Settings settings, Key key) {
        return settings.text(key) == null || settings.text(key).isEmpty() ? "unset" : settings.shown(key);
    }

    private void warnOfNoEffect(Path file) {
        String idle = given.stream().filter(key -> !key.effective()).map(Key::keyName).collect(Collectors.joining(", "));
        if (!idle.isEmpty()) warnings.add(file + ": accepted, but without effect in this pooler: " + idle);
        if (settings.authType() == AuthType.PAM) {
            warnings.add(file + ": auth_type pam is not available in this pooler");
        }
    }
}
