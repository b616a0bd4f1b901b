package poollab.pooler;

import java.util.function.BooleanSupplier;
import poollab.pooler.admin.AdminConsole;
import poollab.pooler.log.Log;
import poollab.pooler.session.Core;

/** What an operator's signals do: as the console's commands, with PgBouncer's words in the log. In the loop's thread. */
final class SignalActions {
    private final Core core;
    private final Log log;
    private final AdminConsole console;
    private final BooleanSupplier reload;

    SignalActions(Core core, Log log, AdminConsole console, BooleanSupplier reload) {
        this.core = core;
        this.log = log;
        this.console = console;
        this.reload = reload;
    }

    /** @param name without SIG */
    void take(String name) {
        switch (name) {
            case "HUP" -> reload();
            case "USR1" -> pause();
            case "USR2" -> resume();
            case "TERM" -> end(name, Core.Shutdown.WAIT_FOR_CLIENTS, "waiting for all clients disconnect");
            case "INT" -> end(name, Core.Shutdown.WAIT_FOR_SERVERS, "waiting for all servers connections to be released");
            default -> throw new IllegalArgumentException(name);
        }
    }

    private void reload() {
        log.info("got SIGHUP, re-reading config");
        reload.getAsBoolean();
    }

    private void pause() {
        boolean already = core.isPaused() || core.isSuspended();
        log.info(already ? "got SIGUSR1, but already paused/suspended" : "got SIGUSR1, pausing all activity");
        if (!already) core.standstill.pause(null);
    }

    private void resume() {
        boolean ending = core.shutdown() != Core.Shutdown.NONE;
        log.info("got SIGUSR2" + (ending ? " while shutting down, ignoring"
                : core.isSuspended() ? ", continuing from SUSPEND"
                : core.isPaused() ? ", continuing from PAUSE"
                : ", but not paused/suspended"));
        if (!ending) core.standstill.resume(null);
    }

    /** The second time is in earnest. */
    private void end(String name, Core.Shutdown mode, String waiting) {
        boolean again = core.shutdown() != Core.Shutdown.NONE;
        log.info("got SIG" + name + (again ? " while shutting down, fast exit" : ", shutting down, " + waiting));
        console.shutdown(again ? Core.Shutdown.IMMEDIATE : mode);
    }
}
