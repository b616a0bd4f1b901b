package poollab.pooler.net;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import poollab.pooler.wire.Out;

/**
 * One socket in the loop. It holds memory only for what could not be worked through yet (a part of a message, the query
 * of a client that waits) and for what its peer could not be sent yet.
 *
 * <p>Back-pressure, in two rules: a connection whose peer has unsent bytes is not read; a connection that waits is not
 * read either. Nothing else bounds or grows a buffer.
 */
public abstract class Conn implements Loop.Ready {
    private static final int DRAIN_READS = 16;

    protected final Loop loop;
    private final SocketChannel channel;
    private SelectionKey key;
    /** Null as long as all is said in the clear. */
    private Tls tls;
    Conn previous;
    Conn next;

    /** Read, and not worked through yet. */
    private byte[] kept;
    private int keptSize;
    /** A message must be whole before it is worked through; so many bytes are needed first. */
    private int needed;
    /** To be written as soon as the socket takes it; null when there is nothing. */
    private ByteBuffer unsent;
    private boolean paused;
    private boolean suspended;
    private boolean connecting;
    private boolean open;
    private boolean closed;

    protected Conn(Loop loop, SocketChannel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    // ---- what a kind of connection does

    /**
     * Works through the bytes {@code [from, to)} of {@code in}.
     *
     * @return where it stopped; what follows is kept and seen again
     */
    protected abstract int work(ByteBuffer in, int from, int to);

    /** After a piece of input was worked through, and what came of it written. */
    protected void worked() {}

    /** The other side closed, or reading failed. */
    protected abstract void readEnded();

    /** Writing failed. Called after the connection that is being served. */
    protected abstract void writeFailed();

    protected void connected() {}

    protected void connectFailed(String reason) {}

    /** TLS is established: from now on all is encrypted. */
    protected void secured() {}

    /** TLS could not be established, or was broken. */
    protected void securingFailed(SSLException cause) {}

    /** The one whose input becomes this one's output; null when there is none. */
    protected abstract Conn peer();

    // ---- opening

    /** Takes part in the loop from now on. */
    public final void open() throws IOException {
        key = loop.register(channel, SelectionKey.OP_READ, this);
        open = true;
    }

    /** Connects; {@link #connected} or {@link #connectFailed} tells how it went, in a later turn. */
    public final void connect(SocketAddress address) throws IOException {
        key = loop.register(channel, 0, this);
        connecting = true;
        if (channel.connect(address)) loop.later(this::finishConnect);
        else key.interestOps(SelectionKey.OP_CONNECT);
    }

    private void finishConnect() {
        if (closed) return;
        try {
            if (!channel.finishConnect()) return;
        } catch (IOException e) {
            connectFailed(String.valueOf(e.getMessage()));
            return;
        }
        connecting = false;
        open = true;
        key.interestOps(SelectionKey.OP_READ);
        connected();
    }

    public final SocketChannel channel() {
        return channel;
    }

    public final boolean isClosed() {
        return closed;
    }

    // ---- encryption

    /**
     * Speaks TLS from now on; {@link #secured} or {@link #securingFailed} tells how it went, in a later turn. To be called
     * from {@link #work}, for what came before.
     *
     * @param from where in {@code in} the other side's first words of TLS are, up to {@code to}; they count as worked through
     */
    protected final void secure(SSLEngine engine, ByteBuffer in, int from, int to) {
        tls = new Tls(this, engine);
        tls.keep(in, from, to);
        loop.resume(this);
    }

    /** Null when the connection is not encrypted. */
    public final Tls tls() {
        return tls;
    }

    // ---- reading

    @Override
    public final void ready(SelectionKey key) {
        if (closed) return;
        int ready = key.readyOps();
        if (connecting) {
            finishConnect();
            return;
        }
        if ((ready & SelectionKey.OP_WRITE) != 0) writeUnsent();
        if ((ready & SelectionKey.OP_READ) != 0 && !closed) read();
    }

    private void read() {
        Conn peer = peer();
        if (paused || suspended || peer != null && peer.unsent != null) {
            // Told only now, when more came: most of those that wait have nothing more to say.
            key.interestOpsAnd(~SelectionKey.OP_READ);
            return;
        }
        if (tls != null) {
            tls.read();
            return;
        }
        boolean gathers = gathers(0);
        ByteBuffer in = input(gathers);
        int got;
        try {
            got = channel.read(in);
        } catch (IOException e) {
            got = -1;
        }
        if (got < 0) readEnded();
        else if (got > 0) take(in.flip(), gathers);
    }

    /** Whether what comes is only added to what was kept: it cannot be worked through now, or has no {@code room} behind it. */
    final boolean gathers(int room) {
        return needed > 0 || paused || keptSize > Loop.BUFFER - room;
    }

    /** Where what comes is to be put. */
    final ByteBuffer input(boolean gathers) {
        ByteBuffer in = loop.in.clear();
        return gathers || kept == null ? in : in.put(kept, 0, keptSize);
    }

    /** Takes what has come into {@link #input}. */
    final void take(ByteBuffer in, boolean gathers) {
        if (gathers) gather(in);
        else {
            forgetKept();
            process(in);
        }
    }

    private void gather(ByteBuffer in) {
        int more = in.remaining();
        if (kept == null) keep(in, 0, more);
        else {
            if (keptSize + more > kept.length) kept = Arrays.copyOf(kept, Math.max(keptSize + more, Math.min(needed, kept.length * 2)));
            in.get(0, kept, keptSize, more);
            keptSize += more;
        }
        if (!paused && keptSize >= needed) workKept();
    }

    /** Works through what was kept, as if it had just come. */
    private void workKept() {
        byte[] bytes = kept;
        int size = keptSize;
        ByteBuffer in = size <= loop.in.capacity() ? loop.in.clear() : ByteBuffer.allocateDirect(size);
        in.put(bytes, 0, size).flip();
        forgetKept();
        process(in);
    }

    private void process(ByteBuffer in) {
        int end = in.limit();
        int done = work(in, 0, end);
        loop.outlet().flush();
        if (closed) return;
        if (done < end) keep(in, done, end);
        worked();
    }

    private void keep(ByteBuffer in, int from, int to) {
        keptSize = to - from;
        kept = loop.borrow(keptSize);
        in.get(from, kept, 0, keptSize);
    }

    private void forgetKept() {
        if (kept == null) return;
        loop.giveBack(kept);
        kept = null;
        keptSize = 0;
        needed = 0;
    }

    /**
     * Asks for a message to be whole. To be called from {@link #work}, which then returns the message's start.
     *
     * @param size of the whole message, in bytes; memory grows as the bytes come, not by this figure
     */
    protected final void need(int size) {
        needed = size > loop.in.capacity() / 2 ? size : 0;
    }

    /** Stops reading; what was read and not worked through is kept. */
    public final void pause() {
        paused = true;
    }

    /** Reads again, beginning with what was kept. */
    public final void resume() {
        if (closed) return;
        paused = false;
        loop.resume(this);
    }

    void workOn() {
        if (closed || paused || suspended) return;
        if (tls != null) tls.begin();
        if (kept != null && keptSize >= needed) workKept();
        if (!closed && !paused && open) key.interestOpsOr(SelectionKey.OP_READ);
    }

    /** Stops reading for the operator's sake, whatever else it waits for. */
    public final void suspend() {
        suspended = true;
    }

    public final void endSuspension() {
        if (!suspended) return;
        suspended = false;
        loop.resume(this);
    }

    /** Its peer is gone, and with it what may have kept this one from being read. */
    public final void readAgain() {
        key.interestOpsOr(SelectionKey.OP_READ);
    }

    public final boolean isPaused() {
        return paused;
    }

    // ---- writing

    /** Sends something of the pooler's own, after all that is under way. */
    public final void send(Out message) {
        loop.outlet().flush();
        write(message.toBuffer());
    }

    /** Sends what {@code bytes} has left, at once or as soon as the socket takes it. */
    final void write(ByteBuffer bytes) {
        if (tls == null) writeRaw(bytes);
        else if (!closed) tls.write(bytes);
    }

    final void writeRaw(ByteBuffer bytes) {
        // Nobody hears a goodbye over a socket that is not connected yet.
        if (closed || !open) return;
        if (unsent == null) {
            try {
                channel.write(bytes);
            } catch (IOException e) {
                bytes.position(bytes.limit());
                loop.later(this::failWriting);
            }
            if (!bytes.hasRemaining()) return;
            unsent = ByteBuffer.allocate(bytes.remaining()).put(bytes);
            key.interestOpsOr(SelectionKey.OP_WRITE);
        } else {
            if (unsent.remaining() < bytes.remaining()) {
                ByteBuffer more = ByteBuffer.allocate(Math.max(unsent.capacity() * 2, unsent.position() + bytes.remaining()));
                unsent = more.put(unsent.flip());
            }
            unsent.put(bytes);
        }
    }

    private void writeUnsent() {
        unsent.flip();
        try {
            channel.write(unsent);
        } catch (IOException e) {
            unsent.position(unsent.limit());
            loop.later(this::failWriting);
        }
        if (unsent.hasRemaining()) {
            unsent.compact();
            return;
        }
        unsent = null;
        key.interestOpsAnd(~SelectionKey.OP_WRITE);
        Conn peer = peer();
        if (peer != null) peer.key.interestOpsOr(SelectionKey.OP_READ);
    }

    final void failWriting() {
        if (!closed) writeFailed();
    }

    public final boolean hasUnsent() {
        return unsent != null;
    }

    public final int unsentSize() {
        return unsent == null ? 0 : unsent.position();
    }

    public final int keptSize() {
        return keptSize;
    }

    /** Bytes of its own buffers. */
    public final long memory() {
        return (kept == null ? 0 : kept.length) + (unsent == null ? 0 : unsent.capacity()) + (tls == null ? 0 : tls.memory());
    }

    // ---- the end

    /** Closes the socket. What the other side has sent in the meantime is read first: else the kernel would tear away what it was sent last. */
    public final void close() {
        if (closed) return;
        if (tls != null) tls.close();
        closed = true;
        forgetKept();
        unsent = null;
        if (key != null) key.cancel();
        try {
            if (channel.isConnected()) {
                channel.shutdownOutput();
                ByteBuffer waste = ByteBuffer.allocate(4096);
                for (int i = 0; i < DRAIN_READS && channel.read(waste.clear()) > 0; i++) continue;
            }
        } catch (IOException e) {
            // It was gone already.
        }
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left that could be done about it.
        }
    }
}
