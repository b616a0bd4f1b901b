package poollab.engine;

import java.util.List;
import java.util.OptionalLong;

/**
 * One client session as the server sees it. On PostgreSQL a row of {@code pg_stat_activity} whose backend_type is
 * {@code client backend}.
 *
 * @param pid process id of the backend
 * @param role the role that logged in
 * @param application application_name, never null
 * @param state the server's word: active, idle, idle in transaction, idle in transaction (aborted), …
 * @param waitEvent {@code type:event}, empty when it waits for nothing
 * @param openTransaction whether a transaction is open
 * @param writes whether that transaction has written (has a transaction id)
 * @param blockedBy pids of the sessions that hold the lock it waits for
 * @param query its present or last statement
 * @param memoryBytes proportional set size of the backend process, in bytes; empty where the operating system does
 *     not tell (it does on Linux: /proc/PID/smaps_rollup, Pss)
 */
public record Session(
        int pid,
        String role,
        String application,
        String state,
        String waitEvent,
        boolean openTransaction,
        boolean writes,
        List<Integer> blockedBy,
        String query,
        OptionalLong memoryBytes) {
    public Session {
        blockedBy = List.copyOf(blockedBy);
    }
}
