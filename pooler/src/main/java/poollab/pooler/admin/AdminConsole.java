package poollab.pooler.admin;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import poollab.pooler.admin.Reply.Awaited;
import poollab.pooler.config.AuthType;
import poollab.pooler.config.Key;
import poollab.pooler.session.Client;
import poollab.pooler.session.Console;
import poollab.pooler.session.Core;
import poollab.pooler.log.Log.Level;

/**
 * The console. Users in {@code admin_users} may do everything, those in {@code stats_users} may look; the operating
 * system's user that runs the pooler comes in over the Unix socket as {@code pgbouncer} without a password.
 */
public final class AdminConsole implements Console {
    private final Core core;
    private final Tables tables;
    private final Commands commands;
    private final Set<AdminSession> sessions = new LinkedHashSet<>();

    /**
     * @param reload reads the configuration again, and tells whether it could be
     * @param stopListening takes no new clients from now on, but for the console's
     */
    public AdminConsole(Core core, BooleanSupplier reload, Runnable stopListening) {
        this.core = core;
        tables = new Tables(core);
        commands = new Commands(core, tables, reload, stopListening);
        core.consolePool().inventWelcome("server_version", "1.25.2/bouncer", "client_encoding", "UTF8", "server_encoding", "UTF8",
                "DateStyle", "ISO", "TimeZone", "GMT", "standard_conforming_strings", "on", "is_superuser", "on");
    }

    /**
     * What SHOW with this word shows.
     *
     * @throws IllegalArgumentException when there is no such table; the message names those there are
     */
    public Table table(String what) {
        return tables.find(what).orElseThrow(() -> new IllegalArgumentException("no table " + what + "; there are " + tables.names()));
    }

    /** To be called at the end of each stats_period: the averages reach from its beginning on. */
    public void endPeriod() {
        tables.stats.endPeriod();
    }

    public void shutdown(Core.Shutdown mode) {
        commands.end(mode);
    }

    // ---- who may come in

    @Override
    public boolean admits(Client client, String user) {
        boolean own = user.equals(Core.CONSOLE) && System.getProperty("user.name").equals(core.addresses.unixUser(client));
        if (own) {
            open(client, true, true);
            if (core.settings().flag(Key.LOG_CONNECTIONS)) core.log(Level.LOG, client, "pgbouncer access from unix socket");
            return true;
        }
        // Later on, auth_type=any knows nothing of the name that the client gave.
        if (core.settings().authType() != AuthType.ANY) return false;
        boolean admin = isIn(Key.ADMIN_USERS, user);
        if (!admin && !isIn(Key.STATS_USERS, user)) return false;
        open(client, admin, false);
        return true;
    }

    @Override
    public boolean enter(Client client) {
        if (client.console != null) return true;
        boolean admin = core.settings().authType() != AuthType.ANY && isIn(Key.ADMIN_USERS, client.userName());
        if (admin || core.settings().authType() == AuthType.ANY || isIn(Key.STATS_USERS, client.userName())) {
            open(client, admin, false);
            return true;
        }
        client.disconnect(true, "not allowed");
        return false;
    }

    private boolean isIn(Key list, String user) {
        return core.settings().list(list).contains(user);
    }

    private void open(Client client, boolean admin, boolean own) {
        AdminSession[] session = new AdminSession[1];
        session[0] = new AdminSession(core, client, admin, own, commands::run, () -> left(session[0]));
        sessions.add(session[0]);
        client.console = session[0];
    }

    /** While all is suspended nobody can come in: if nobody is left, nobody could ever end it. */
    private void left(AdminSession session) {
        sessions.remove(session);
        if (!core.isSuspended() || !core.consolePool().activeClients.isEmpty()) return;
        core.log.info("admin disappeared when suspended, doing RESUME");
        core.standstill.resume(null);
    }

    // ---- who waits

    @Override
    public void paused() {
        tell(session -> session.happened(Awaited.PAUSE));
    }

    @Override
    public void suspended() {
        tell(session -> session.happened(Awaited.SUSPEND));
    }

    @Override
    public void allClosed() {
        tell(session -> session.happened(Awaited.WAIT_CLOSE));
    }

    @Override
    public void resumed() {
        tell(session -> {
            session.isVain(Awaited.PAUSE);
            session.isVain(Awaited.SUSPEND);
        });
    }

    private void tell(Consumer<AdminSession> action) {
        if (!sessions.isEmpty()) List.copyOf(sessions).forEach(action);
    }
}
