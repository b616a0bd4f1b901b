package poollab.pooler.session;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import poollab.pooler.net.Conn;

/**
 * What clients and server connections have in common: each passes on to the other what it says, and each is a row of SHOW
 * SOCKETS. Times are in microseconds since 1970, 0 when there is none.
 */
public abstract sealed class Peer extends Conn permits Client, Server {
    final Core core;
    final long id;
    final long connectTime;
    long requestTime;
    /** What is missing of a message whose beginning has been dealt with, in bytes. */
    long rest;
    private boolean skipRest;

    Peer(Core core, SocketChannel channel) {
        super(core.loop, channel);
        this.core = core;
        id = core.nextId();
        connectTime = requestTime = core.loop.now();
    }

    // ---- passing on

    /** Passes on what is there of a message, or drops it; the other bytes follow as they come. @return how many bytes were dealt with */
    final int pass(ByteBuffer in, int at, int to, long size, boolean skip) {
        int part = (int) Math.min(size, to - at);
        if (!skip) loop.outlet().pass(linked(), in, at, at + part);
        expect(size - part, skip);
        return part;
    }

    final void expect(long rest, boolean skip) {
        this.rest = rest;
        skipRest = skip;
    }

    final int passRest(ByteBuffer in, int at, int to) {
        return pass(in, at, to, rest, skipRest || linked() == null);
    }

    // ---- what the console shows of it

    /** Grows with each connection. */
    public final long id() {
        return id;
    }

    public final long connectTime() {
        return connectTime;
    }

    public final long requestTime() {
        return requestTime;
    }

    /** What is missing of a message that is being forwarded, in bytes. */
    public final long remaining() {
        return rest;
    }

    /** none, logical or physical. */
    public abstract String replicationName();

    /** As PgBouncer calls the state. */
    public abstract String stateName();

    public abstract Pool pool();

    /** Null before the startup message. */
    public abstract String databaseName();

    public abstract String userName();

    /** The one at the other end; null when there is none. */
    public abstract Peer linked();

    /** When the query began that runs or waits: from there PgBouncer counts what it shows as {@code wait}. */
    public abstract long waitStart();

    public abstract boolean closeNeeded();

    /** The process at the other end, where it is known; else 0. */
    public abstract int remotePid();

    public abstract int preparedStatements();

    public abstract String applicationName();

    @Override
    protected final Conn peer() {
        return linked();
    }
}
