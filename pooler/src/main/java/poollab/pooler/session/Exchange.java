package poollab.pooler.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import poollab.pooler.wire.Wire;

/** What a server connection was asked, which of it the server's messages answer, and which prepared statements it has afterwards. */
final class Exchange {
    private static final byte[] PARSE_COMPLETE = {'1', 0, 0, 0, 4};
    private static final byte[] CLOSE_COMPLETE = {'3', 0, 0, 0, 4};
    private static final byte[] DISCARD_ALL = "DISCARD ALL\0".getBytes(US_ASCII);
    private static final byte[] DEALLOCATE_ALL = "DEALLOCATE ALL\0".getBytes(US_ASCII);

    final Requests requests = new Requests();
    /** Prepared here, the least recently used first. */
    final LinkedHashMap<Statement, Boolean> statements = new LinkedHashMap<>(16, 0.75f, true);
    private final Statements all;
    /** In COPY FROM STDIN: the server ignores Sync until CopyDone or CopyFail. */
    private boolean copying;
    /** An error came; what is left of the requests up to Sync is not answered. */
    private boolean failed;

    Exchange(Statements all) {
        this.all = all;
    }

    /** The message that ends one request has come. @return whether the answer is the pooler's own business */
    boolean answers(char request) {
        if (!requests.nextIs(request)) return false;
        boolean skip = requests.action() == Requests.SKIP;
        Statement statement = requests.statement();
        if (statement != null && request == 'C') all.release(statement);
        requests.remove();
        return skip;
    }

    /** ReadyForQuery: up to the request that it answers, everything is answered, or after an error never will be. @return as {@link #answers} */
    boolean ready() {
        while (requests.nextIs('c') || requests.nextIs('f')) requests.remove();
        boolean skip = false;
        if (requests.nextIs('S') || requests.nextIs('Q') || requests.nextIs('F')) {
            skip = requests.action() == Requests.SKIP;
            requests.remove();
        } else if (failed) giveUpThrough('S', 'S');
        failed = false;
        copying = false;
        return skip;
    }

    /** CommandComplete: the end of a COPY, or else of one Execute. @return as {@link #answers} */
    boolean complete() {
        if (!copying) return answers('E');
        endCopy();
        return false;
    }

    void error() {
        if (copying) endCopy();
        failed = true;
    }

    void beginCopy() {
        copying = true;
    }

    /** Whether what belongs to a COPY can still be meant for this server. */
    boolean takesCopyData() {
        return copying || !requests.isEmpty();
    }

    /** What was sent during the COPY, Sync included, the server has taken for the COPY's. A simple query is still to be answered. */
    private void endCopy() {
        copying = false;
        boolean simple = requests.nextIs('Q') || requests.nextIs('F');
        if (!simple) {
            giveUpThrough('c', 'f');
            return;
        }
        if (!requests.contains('c') && !requests.contains('f')) return;
        byte type = requests.type();
        byte action = requests.action();
        requests.remove();
        giveUpThrough('c', 'f');
        requests.putFirst(type, action);
    }

    private void giveUpThrough(char last, char orLast) {
        while (!requests.isEmpty()) {
            byte type = requests.type();
            Statement statement = requests.statement();
            // Neither came about: what was to be prepared is not there, and what was to be closed still is.
            if (statement != null && type == 'P' && statements.remove(statement) != null) all.release(statement);
            if (statement != null && type == 'C') statements.put(statement, true);
            requests.remove();
            if (type == last || type == orLast) return;
        }
    }

    /** Whether the next request is one that the server never got, so that the pooler answers it. */
    boolean answersItself() {
        return !requests.isEmpty() && requests.action() == Requests.FAKE;
    }

    static byte[] answerTo(byte request) {
        return request == 'P' ? PARSE_COMPLETE : CLOSE_COMPLETE;
    }

    // ---- prepared statements

    /** Whether this CommandComplete tells that the session's statements are gone. */
    static boolean dropsStatements(ByteBuffer in, int at, long size) {
        return tagIs(DISCARD_ALL, in, at, size) || tagIs(DEALLOCATE_ALL, in, at, size);
    }

    private static boolean tagIs(byte[] tag, ByteBuffer in, int at, long size) {
        if (size != Wire.HEAD + tag.length) return false;
        for (int i = 0; i < tag.length; i++) if (in.get(at + Wire.HEAD + i) != tag[i]) return false;
        return true;
    }

    void forgetStatements() {
        for (Statement statement : statements.keySet()) all.release(statement);
        statements.clear();
    }

    /** The connection is gone, and everything with it. */
    void end() {
        forgetStatements();
        for (; !requests.isEmpty(); requests.remove())
            if (requests.type() == 'C' && requests.statement() != null) all.release(requests.statement());
    }
}
