package poollab.pooler.admin;

import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import poollab.pooler.admin.Reply.Awaited;
import poollab.pooler.admin.Reply.Later;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log.Level;
import poollab.pooler.session.Client;
import poollab.pooler.session.Console;
import poollab.pooler.session.Core;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/**
 * One client of the console: takes simple queries, one at a time. The extended protocol is refused as PostgreSQL refuses
 * what it cannot do: one error, silence up to Sync, and the session lives on. PgBouncer closes the connection instead.
 */
final class AdminSession implements Console.Session {
    /** No command is anywhere near as long. */
    private static final int LARGEST_MESSAGE = 256 * 1024;
    /** What a client that waits may send ahead before it is not read any more; so long its leaving is noticed. */
    private static final int MOST_AHEAD = 8 * 1024;

    private final Core core;
    private final Client client;
    private final boolean admin;
    private final boolean ownUser;
    private final BiFunction<String, Boolean, Reply> commands;
    private final Runnable left;
    private Later waiting;
    private boolean ignoresTillSync;

    /** @param left what is to be done once the client has gone */
    AdminSession(Core core, Client client, boolean admin, boolean ownUser, BiFunction<String, Boolean, Reply> commands, Runnable left) {
        this.core = core;
        this.client = client;
        this.admin = admin;
        this.ownUser = ownUser;
        this.commands = commands;
        this.left = left;
    }

    @Override
    public boolean isOwnUser() {
        return ownUser;
    }

    @Override
    public int message(ByteBuffer in, int at, int to, long size) {
        if (waiting != null) {
            if (to - at > MOST_AHEAD) client.pause();
            return 0;
        }
        if (size > LARGEST_MESSAGE) {
            client.disconnect(true, "incomplete pkt");
            return 0;
        }
        if (to - at < size) {
            client.needWhole((int) size);
            return 0;
        }
        switch (in.get(at)) {
            case 'Q' -> {
                int end = Wire.stringEnd(in, at + Wire.HEAD, at + (int) size);
                if (end < 0) client.disconnect(true, "incomplete query");
                else query(Wire.text(in, at + Wire.HEAD, end));
            }
            case 'P', 'B', 'D', 'E', 'C' -> refuseExtended();
            case 'S' -> {
                ignoresTillSync = false;
                client.answered();
                client.send(new Out(8).readyForQuery());
            }
            case 'F' -> answer(Reply.refused("unsupported packet type for admin console: 70"));
            // Flush, and what is left of a COPY that never was, as PostgreSQL takes them.
            default -> {}
        }
        return client.isClosed() ? 0 : (int) size;
    }

    private void query(String text) {
        ignoresTillSync = false;
        Reply reply = commands.apply(text, admin);
        if (reply instanceof Later later) waiting = later;
        else if (!client.isClosed()) answer(reply);
    }

    private void refuseExtended() {
        if (ignoresTillSync) return;
        ignoresTillSync = true;
        String text = "extended query protocol not supported by admin console";
        logError(text);
        client.send(new Out().error(false, Wire.PROTOCOL_VIOLATION, text));
    }

    private void answer(Reply reply) {
        if (reply instanceof Reply.Refused refused) logError(refused.logged());
        client.answered();
        client.send(reply.write(new Out()));
    }

    private void logError(String text) {
        core.log.error(text);
        if (core.settings().flag(Key.LOG_POOLER_ERRORS)) core.log(Level.WARNING, client, "pooler error: " + text);
    }

    // ---- waiting

    /** What was waited for is so. */
    void happened(Awaited awaited) {
        if (waiting != null && waiting.awaited() == awaited) stopWaiting(new Reply.Done(awaited.name()));
    }

    /** It will not be so any more. */
    void isVain(Awaited awaited) {
        if (waiting != null && waiting.awaited() == awaited) stopWaiting(Reply.refused(awaited + " was ended by RESUME"));
    }

    private void stopWaiting(Reply reply) {
        waiting = null;
        answer(reply);
        client.resume();
    }

    @Override
    public void cancel() {
        if (waiting == null) return;
        Runnable undo = waiting.undo();
        String text = "canceling statement due to user request";
        stopWaiting(new Reply.Refused(Wire.QUERY_CANCELED, text, text));
        if (core.shutdown() == Core.Shutdown.NONE) undo.run();
    }

    @Override
    public void gone() {
        waiting = null;
        left.run();
    }
}
