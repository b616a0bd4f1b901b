package poollab.pooler.session;

/**
 * What a server connection was asked and has not answered yet, in order: the letters of the messages, and for each what
 * becomes of the answer. Kept in two arrays that go round, so a pipeline of thousands of messages costs bytes, not objects.
 */
final class Requests {
    /** The client asked; it gets the answer. */
    static final byte FORWARD = 0;
    /** The pooler asked for its own ends; the client must not see the answer. */
    static final byte SKIP = 1;
    /** The server was not asked; the pooler answers when it is this request's turn. */
    static final byte FAKE = 2;

    private byte[] types = new byte[16];
    private byte[] actions = new byte[16];
    /** For Parse: the statement that exists once it succeeds; for the pooler's Close: the one that is gone then. */
    private Statement[] statements;
    private int first;
    private int size;

    void add(byte type, byte action) {
        add(type, action, null);
    }

    void add(byte type, byte action, Statement statement) {
        if (size == types.length) grow();
        int at = first + size++ & types.length - 1;
        types[at] = type;
        actions[at] = action;
        if (statement != null && statements == null) statements = new Statement[types.length];
        if (statements != null) statements[at] = statement;
    }

    /** Puts back what was just removed. */
    void putFirst(byte type, byte action) {
        if (size == types.length) grow();
        first = first - 1 & types.length - 1;
        types[first] = type;
        actions[first] = action;
        if (statements != null) statements[first] = null;
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** 0 when there is none. */
    byte type() {
        return size == 0 ? 0 : types[first];
    }

    byte action() {
        return actions[first];
    }

    Statement statement() {
        return statements == null ? null : statements[first];
    }

    boolean nextIs(char type) {
        return size > 0 && types[first] == type && actions[first] != FAKE;
    }

    void remove() {
        if (statements != null) statements[first] = null;
        first = first + 1 & types.length - 1;
        size--;
    }

    /** Whether a message of this type is among them. */
    boolean contains(char type) {
        for (int i = 0; i < size; i++) if (types[first + i & types.length - 1] == type) return true;
        return false;
    }

    void clear() {
        while (size > 0) remove();
        first = 0;
    }

    private void grow() {
        int length = types.length;
        types = unrolled(types, length);
        actions = unrolled(actions, length);
        if (statements != null) {
            Statement[] wider = new Statement[length * 2];
            for (int i = 0; i < length; i++) wider[i] = statements[first + i & length - 1];
            statements = wider;
        }
        first = 0;
    }

    private byte[] unrolled(byte[] ring, int length) {
        byte[] wider = new byte[length * 2];
        System.arraycopy(ring, first, wider, 0, length - first);
        System.arraycopy(ring, 0, wider, length - first, first);
        return wider;
    }
}
