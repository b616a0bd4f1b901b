package poollab.pooler.admin;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import poollab.pooler.admin.Reply.Awaited;
import poollab.pooler.admin.Reply.Done;
import poollab.pooler.admin.Reply.Later;
import poollab.pooler.admin.Reply.Refused;
import poollab.pooler.session.Client;
import poollab.pooler.session.Core;
import poollab.pooler.session.Database;
import poollab.pooler.session.Standstill;
import poollab.pooler.session.Pool;
import poollab.pooler.wire.Wire;

/** What each command does, and who may. */
final class Commands {
    /** Some drivers set or ask these right after their login, whatever they are connected to. */
    private static final Map<String, String> PRETENDED = Map.of("client_encoding", "UTF-8", "default_transaction_isolation", "read committed",
            "standard_conforming_strings", "on", "datestyle", "ISO", "timezone", "GMT");
    private static final Set<String> TAKING_NONE = Set.of("reload", "suspend");
    /** Or none: then it is about all databases, or the command says what it lacks. */
    private static final Set<String> TAKING_ONE = Set.of("disable", "enable", "kill", "kill_client", "pause", "reconnect", "resume", "wait_close");
    private static final String NO_FILES = "SHOW FDS is not possible here: a JVM cannot hand over its sockets";

    private final Core core;
    private final Standstill standstill;
    private final Tables tables;
    private final Setter setter;
    private final BooleanSupplier reload;
    private final Runnable stopListening;

    Commands(Core core, Tables tables, BooleanSupplier reload, Runnable stopListening) {
        this.core = core;
        standstill = core.standstill;
        this.tables = tables;
        setter = new Setter(core);
        this.reload = reload;
        this.stopListening = stopListening;
    }

    /** @param admin false for those who may look only */
    Reply run(String text, boolean admin) {
        return switch (Command.parse(text)) {
            case Command.Simple simple -> simple(simple.word(), simple.argument(), text, admin);
            case Command.Set set -> set(set, admin);
            case Command.BadArguments bad -> Reply.refused("bad arguments");
            case Command.Unknown unknown -> unknown(text);
        };
    }

    /** Whatever was typed by mistake, perhaps a password, is for the one who typed it, not for the log. */
    private static Reply unknown(String text) {
        return new Refused(Wire.PROTOCOL_VIOLATION, "invalid command '" + text + "', use SHOW HELP;", "invalid command, use SHOW HELP;");
    }

    private Reply simple(String word, String argument, String text, boolean admin) {
        if (word.equals("show") || word.equals("select")) return show(argument, text, admin);
        boolean wellFormed = word.equals("shutdown") ? shutdownMode(argument).isPresent() : TAKING_ONE.contains(word) || TAKING_NONE.contains(word) && argument.isEmpty();
        if (!wellFormed) return unknown(text);
        if (!admin) return Reply.refused("admin access needed");
        return switch (word) {
            case "reload" -> reload();
            case "suspend" -> suspend();
            case "shutdown" -> shutdown(shutdownMode(argument).orElseThrow());
            case "pause" -> pause(argument);
            case "resume" -> resume(argument);
            case "disable" -> disable(argument, true);
            case "enable" -> disable(argument, false);
            case "reconnect" -> reconnect(argument);
            case "wait_close" -> waitClose(argument);
            case "kill" -> kill(argument);
            default -> killClient(argument);
        };
    }

    // ---- looking

    private Reply show(String what, String text, boolean admin) {
        String name = what.toLowerCase(Locale.ROOT);
        String pretended = PRETENDED.get(name);
        if (pretended != null) return new Reply.Shown(new Rows("s", name).add(pretended).table());
        if (name.equals("help")) return new Reply.Notice("Console usage", Help.TEXT, "SHOW");
        if (name.equals("fds")) return Reply.refused(admin ? NO_FILES : "admin access needed");
        Optional<Table> table = tables.find(name);
        return table.isPresent() ? new Reply.Shown(table.get()) : unknown(text);
    }

    // ---- settings

    private Reply set(Command.Set set, boolean admin) {
        if (PRETENDED.containsKey(set.key().toLowerCase(Locale.ROOT))) return new Reply.Notice("SET ignored", null, "SET");
        if (!admin) return Reply.refused("admin access needed");
        if (!setter.set(set.key(), set.value())) return Reply.refused("SET failed");
        String tag = "SET " + set.key() + "=" + set.value();
        boolean encryption = set.key().contains("_tls_") || set.key().contains("_tls13_");
        // The value stays: key, certificate and authorities are set one after another, and fit together only at last.
        return encryption && !core.encryptAgain() ? new Reply.Notice("TLS settings could not be applied, still using old configuration", null, tag) : new Done(tag);
    }

    private Reply reload() {
        issued("RELOAD", "");
        if (reload.getAsBoolean()) return new Done("RELOAD");
        core.log.error("RELOAD Failed, see logs for more details");
        String text = "RELOAD failed, see logs for additional details";
        return new Refused("F0000", text, text);
    }

    // ---- all or one database

    private void issued(String command, String argument) {
        core.log.info(command + (argument.isEmpty() ? "" : " '" + argument + "'") + " command issued");
    }

    /** Null when there is none of that name. One that could be made from the fallback entry is. */
    private Database database(String name) {
        return core.findDatabase(name);
    }

    private static Reply noSuch(String name) {
        return Reply.refused("no such database: " + name);
    }

    private Reply pause(String name) {
        if (core.isPaused() || core.isSuspended()) return Reply.refused("already suspended/paused");
        issued("PAUSE", name);
        if (name.isEmpty()) {
            standstill.pause(null);
            return new Later(Awaited.PAUSE, () -> standstill.resume(null));
        }
        Database database = database(name);
        if (database == null) return noSuch(name);
        if (database.isAdmin()) return Reply.refused("cannot pause admin db: " + name);
        standstill.pause(database);
        return serversOf(database) > 0 ? new Later(Awaited.PAUSE, () -> standstill.resume(database)) : new Done("PAUSE");
    }

    private int serversOf(Database database) {
        return pools(database).mapToInt(Pool::servers).sum();
    }

    private Stream<Pool> pools(Database database) {
        return List.copyOf(core.pools()).stream().filter(pool -> pool.database == database);
    }

    private Reply resume(String name) {
        issued("RESUME", name);
        if (name.isEmpty()) {
            if (core.shutdown() != Core.Shutdown.NONE) return Reply.refused("pooler is shutting down");
            if (!core.isPaused() && !core.isSuspended()) return Reply.refused("pooler is not paused/suspended");
            standstill.resume(null);
            return new Done("RESUME");
        }
        Database database = core.database(name);
        if (database == null) return noSuch(name);
        if (!database.isPaused()) return Reply.refused("database " + name + " is not paused");
        standstill.resume(database);
        return new Done("RESUME");
    }

    private Reply suspend() {
        if (core.isPaused() || core.isSuspended()) return Reply.refused("already suspended/paused");
        if (core.databases().stream().anyMatch(Database::isPaused)) return Reply.refused("cannot suspend with paused databases");
        issued("SUSPEND", "");
        standstill.suspend();
        return new Later(Awaited.SUSPEND, () -> standstill.resume(null));
    }

    private Reply disable(String name, boolean disabled) {
        if (name.isEmpty()) return Reply.refused("a database is required");
        String command = disabled ? "DISABLE" : "ENABLE";
        issued(command, name);
        Database database = disabled ? database(name) : core.database(name);
        if (database == null) return noSuch(name);
        if (database.isAdmin()) return Reply.refused("cannot disable admin db: " + name);
        database.disable(disabled);
        return new Done(command);
    }

    private Reply reconnect(String name) {
        issued("RECONNECT", name);
        Database database = name.isEmpty() ? null : database(name);
        if (database == null && !name.isEmpty()) return noSuch(name);
        if (database != null && database.isAdmin()) return Reply.refused("cannot reconnect admin db: " + name);
        standstill.reconnect(database);
        return new Done("RECONNECT");
    }

    private Reply waitClose(String name) {
        issued("WAIT_CLOSE", name);
        Database database = name.isEmpty() ? null : database(name);
        if (database == null && !name.isEmpty()) return noSuch(name);
        if (database != null && database.isAdmin()) return Reply.refused("cannot wait in admin db: " + name);
        standstill.awaitClose(database);
        return new Later(Awaited.WAIT_CLOSE, () -> {});
    }

    private Reply kill(String name) {
        if (core.isPaused() || core.isSuspended()) return Reply.refused("already suspended/paused");
        issued("KILL", name);
        if (name.isEmpty()) {
            for (Pool pool : List.copyOf(core.pools())) if (!pool.database.isAdmin()) kill(pool);
            return new Done("KILL");
        }
        Database database = database(name);
        if (database == null) return noSuch(name);
        if (database.isAdmin()) return Reply.refused("cannot kill admin db: " + name);
        standstill.pause(database);
        pools(database).forEach(this::kill);
        return new Done("KILL");
    }

    private void kill(Pool pool) {
        standstill.pause(pool.database);
        core.inventory.kill(pool);
    }

    // ---- one client

    private Reply killClient(String argument) {
        int digits = 0;
        while (digits < argument.length() && Character.isDigit(argument.charAt(digits))) digits++;
        if (digits == 0) return Reply.refused("invalid client pointer supplied");
        Client client = digits > 18 ? null : core.client(Long.parseLong(argument.substring(0, digits)));
        if (client == null) return Reply.refused("client not found");
        client.disconnect(true, "admin forced disconnect");
        return new Done("KILL_CLIENT");
    }

    // ---- the end

    private static Optional<Core.Shutdown> shutdownMode(String argument) {
        return switch (argument.toLowerCase(Locale.ROOT)) {
            case "" -> Optional.of(Core.Shutdown.IMMEDIATE);
            case "wait_for_servers" -> Optional.of(Core.Shutdown.WAIT_FOR_SERVERS);
            case "wait_for_clients" -> Optional.of(Core.Shutdown.WAIT_FOR_CLIENTS);
            default -> Optional.empty();
        };
    }

    private Reply shutdown(Core.Shutdown mode) {
        core.log.info("SHUTDOWN" + (mode == Core.Shutdown.IMMEDIATE ? "" : " " + mode) + " command issued");
        end(mode);
        return mode == Core.Shutdown.IMMEDIATE ? new Reply.Never() : new Done("SHUTDOWN");
    }

    void end(Core.Shutdown mode) {
        if (mode != Core.Shutdown.IMMEDIATE) stopListening.run();
        standstill.shutdown(mode);
    }
}
