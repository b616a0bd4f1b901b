package poollab.pooler.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one ini file says, whole and checked. Immutable; a reload makes another.
 *
 * @param file what the text was read from, or its name in messages
 * @param databases by name, sorted, without the fallback
 * @param fallback the entry {@code *} for names without their own; null = there is none
 * @param users by name, sorted
 * @param peers by id, sorted
 * @param warnings what the operator should know although the file can be used, one line each
 */
public record Config(
        Path file,
        Settings settings,
        Map<String, DatabaseEntry> databases,
        DatabaseEntry fallback,
        Map<String, UserEntry> users,
        Map<Integer, PeerEntry> peers,
        List<String> warnings) {
    public Config {
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads an ini file and what it includes. {@code conffile} is then its path.
     *
     * @throws ConfigException when a file cannot be read, or says something that is not allowed
     */
    public static Config load(Path ini) throws ConfigException {
        return load(ini, Settings.defaults());
    }

    /**
     * The same, starting from settings of the command line: they stay where the file says nothing and PgBouncer has no
     * default, as {@code verbose} and {@code user}.
     */
    public static Config load(Path ini, Settings start) throws ConfigException {
        Draft draft = new Draft(atFile(start, ini));
        draft.reader().read(ini);
        return draft.finished(ini, Optional.empty());
    }

    /**
     * Reads a text instead of a file; files it includes are read.
     *
     * @param nameForMessages need not exist
     */
    public static Config parse(Path nameForMessages, String text) throws ConfigException {
        Draft draft = new Draft(Settings.defaults());
        draft.reader().read(nameForMessages, text);
        return draft.finished(nameForMessages, Optional.empty());
    }

    /**
     * Reads the file {@code conffile} names again. As in PgBouncer, changes made by SET are gone; what needs a restart
     * stays and is named in the warnings; and a setting without a default stays when its line is gone, such as
     * {@code auth_user}.
     *
     * @throws ConfigException when the file cannot be used; this configuration then stays good
     */
    public Config reload() throws ConfigException {
        String conffile = settings.text(Key.CONFFILE);
        if (conffile == null) {
            throw new ConfigException(List.of(file + ": not read from a file, so there is nothing to reload"));
        }
        Path ini = Path.of(conffile);
        Draft draft = new Draft(settings);
        draft.reader().read(ini);
        return draft.finished(ini, Optional.of(settings));
    }

    /** The same entries under other settings, as after the console's SET. */
    public Config with(Settings changed) {
        return new Config(file, changed, databases, fallback, users, peers, warnings);
    }

    /** The entry for a name that a client asks for: its own, or one made from the fallback. Never the admin console's. */
    public Optional<DatabaseEntry> database(String name) {
        DatabaseEntry own = databases.get(name);
        if (own != null || fallback == null || name.equals("pgbouncer")) return Optional.ofNullable(own);
        return Optional.of(fallback.as(name));
    }

    private static Settings atFile(Settings settings, Path ini) {
        try {
            return settings.with(Key.CONFFILE, ini.toString());
        } catch (BadValue e) {
            throw new IllegalStateException(e);
        }
    }
}
