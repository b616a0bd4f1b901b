package poollab.pooler.net;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Takes new connections. When the process has no file left to open, it rests for a while instead of spinning. */
public final class Listener implements Loop.Ready, Closeable {
    private static final int AT_ONCE = 64;
    private static final long REST = 5_000_000;

    private final Loop loop;
    private final ServerSocketChannel channel;
    private final Consumer<SocketChannel> taker;
    private final Consumer<String> trouble;
    private final SelectionKey key;
    private long restUntil;

    /** @param channel bound already */
    public Listener(Loop loop, ServerSocketChannel channel, Consumer<SocketChannel> taker, Consumer<String> trouble) throws IOException {
        this.loop = loop;
        this.channel = channel;
        this.taker = taker;
        this.trouble = trouble;
        key = loop.register(channel, SelectionKey.OP_ACCEPT, this);
    }

    @Override
    public void ready(SelectionKey ready) {
        try {
            for (int i = 0; i < AT_ONCE; i++) {
                SocketChannel client = channel.accept();
                if (client == null) return;
                taker.accept(client);
            }
        } catch (IOException e) {
            trouble.accept(e.getMessage());
            restUntil = loop.now() + REST;
            key.interestOps(0);
        }
    }

    @Override
    public void failed(RuntimeException defect) {
        trouble.accept(String.valueOf(defect));
    }

    /** To be called now and then: ends a rest. */
    public void tick() {
        if (restUntil == 0 || loop.now() < restUntil) return;
        restUntil = 0;
        key.interestOps(SelectionKey.OP_ACCEPT);
    }

    public ServerSocketChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        key.cancel();
        channel.close();
    }
}
