package poollab.pooler.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import poollab.pooler.tls.CipherNames;

/**
 * TLS between a connection's socket and its buffers. Everything goes through the loop's two buffers for what is
 * encrypted; a connection of its own keeps only a record that has not come whole yet.
 *
 * <p>What was read is decrypted to its end at once, whatever becomes of it: so no complete record is ever left where
 * the selector could not tell of it.
 */
public final class Tls {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    /** Free space that takes any record's plain text, padding of TLS 1.3 included. */
    static final int RECORD = 16 * 1024 + 512;

    private enum Step { NEEDS_MORE, FULL, READY, ENDED }

    private final Conn conn;
    private final Loop loop;
    private final SSLEngine engine;
    /** The beginning of a record. */
    private byte[] kept;
    private int keptSize;
    private boolean begun;
    private boolean established;

    Tls(Conn conn, SSLEngine engine) {
        this.conn = conn;
        this.engine = engine;
        loop = conn.loop;
    }

    // ---- who is at the other end

    /** Protocol and cipher suite as OpenSSL names them: {@code TLSv1.3/TLS_AES_256_GCM_SHA384}. */
    public String info() {
        SSLSession session = engine.getSession();
        return session.getProtocol() + "/" + CipherNames.openSsl(session.getCipherSuite());
    }

    /** The other side's certificate, which was found valid if validity was asked for; null when it showed none. */
    public X509Certificate peerCertificate() {
        try {
            Certificate[] chain = engine.getSession().getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate first ? first : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    // ---- reading

    /** These came before TLS was begun here, and belong to it. */
    void keep(ByteBuffer in, int from, int to) {
        if (from == to) return;
        keptSize = to - from;
        kept = loop.borrow(keptSize);
        in.get(from, kept, 0, keptSize);
    }

    /** Says what is to be said first, and works on what is there already. */
    void begin() {
        if (begun) return;
        begun = true;
        decrypt(withKept().flip());
    }

    /** Reads the socket and decrypts what has come. */
    void read() {
        ByteBuffer net = withKept();
        int got;
        try {
            got = conn.channel().read(net);
        } catch (IOException e) {
            got = -1;
        }
        if (got < 0) conn.readEnded();
        else decrypt(net.flip());
    }

    private ByteBuffer withKept() {
        ByteBuffer net = loop.encryptedIn().clear();
        if (kept != null) {
            net.put(kept, 0, keptSize);
            forget();
        }
        return net;
    }

    private void decrypt(ByteBuffer net) {
        while (!conn.isClosed()) {
            boolean gathers = conn.gathers(RECORD);
            ByteBuffer in = conn.input(gathers);
            int before = in.position();
            Step step;
            try {
                step = decrypt(net, in);
            } catch (SSLException e) {
                fail(e);
                return;
            } catch (RuntimeException e) {
                // Java's TLS has been seen to stumble so over what nobody honest sends. It must not end the pooler.
                fail(new SSLException(e));
                return;
            }
            if (in.position() > before) conn.take(in.flip(), gathers);
            switch (step) {
                case FULL -> {}
                case READY -> conn.secured();
                case ENDED -> {
                    if (!conn.isClosed()) conn.readEnded();
                }
                case NEEDS_MORE -> {
                    if (!conn.isClosed()) keep(net, net.position(), net.limit());
                    return;
                }
            }
        }
    }

    private void fail(SSLException cause) {
        sayWhatIsLeft();
        conn.securingFailed(cause);
    }

    private Step decrypt(ByteBuffer net, ByteBuffer in) throws SSLException {
        while (true) {
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                runTasks();
                continue;
            }
            if (established && status != HandshakeStatus.NOT_HANDSHAKING && !engine.getSession().getProtocol().equals("TLSv1.3"))
                throw new SSLException("renegotiation refused");
            SSLEngineResult result = status == HandshakeStatus.NEED_WRAP ? say() : engine.unwrap(net, in);
            if (result.getHandshakeStatus() == HandshakeStatus.FINISHED && !established) {
                established = true;
                return Step.READY;
            }
            switch (result.getStatus()) {
                case CLOSED -> {
                    return Step.ENDED;
                }
                case BUFFER_OVERFLOW -> {
                    return Step.FULL;
                }
                case BUFFER_UNDERFLOW -> {
                    return Step.NEEDS_MORE;
                }
                case OK -> {
                    boolean still = result.bytesConsumed() == 0 && result.bytesProduced() == 0;
                    if (still && engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) return Step.NEEDS_MORE;
                }
            }
        }
    }

    private void runTasks() {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) task.run();
    }

    // ---- writing

    /** A message of TLS's own. */
    private SSLEngineResult say() throws SSLException {
        ByteBuffer net = loop.encryptedOut().clear();
        SSLEngineResult result = engine.wrap(NOTHING.clear(), net);
        if (net.position() > 0) conn.writeRaw(net.flip());
        return result;
    }

    /** Before the handshake is done nothing can be said, and what somebody wants to say as it fails is lost. */
    void write(ByteBuffer plain) {
        if (established) {
            try {
                encrypt(plain);
            } catch (SSLException e) {
                loop.later(conn::failWriting);
            }
        }
        plain.position(plain.limit());
    }

    private void encrypt(ByteBuffer plain) throws SSLException {
        ByteBuffer net = loop.encryptedOut().clear();
        while (plain.hasRemaining()) {
            SSLEngineResult result = engine.wrap(plain, net);
            switch (result.getStatus()) {
                case OK -> {
                    if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) runTasks();
                    else if (result.bytesProduced() == 0) throw new SSLException("encryption stands still");
                }
                case BUFFER_OVERFLOW -> {
                    if (net.position() == 0) throw new SSLException("record too large");
                    conn.writeRaw(net.flip());
                    net.clear();
                }
                default -> throw new SSLException("TLS was ended");
            }
        }
        if (net.position() > 0) conn.writeRaw(net.flip());
    }

    /** The alert that tells the other side why. */
    private void sayWhatIsLeft() {
        try {
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && say().bytesProduced() > 0) continue;
        } catch (SSLException e) {
            // It will hear that the connection ends.
        }
    }

    // ---- the end

    /** Says goodbye as TLS wants it. Nobody waits for it to arrive. */
    void close() {
        if (established && !engine.isOutboundDone()) {
            engine.closeOutbound();
            sayWhatIsLeft();
        }
        forget();
    }

    private void forget() {
        if (kept == null) return;
        loop.giveBack(kept);
        kept = null;
        keptSize = 0;
    }

    int memory() {
        return kept == null ? 0 : kept.length;
    }
}
