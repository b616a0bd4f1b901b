package poollab.pooler.session;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A client's names for its prepared statements. Looked up by the bytes in the message, so that a Bind makes no garbage. */
final class StatementNames {
    private byte[][] names = new byte[8][];
    private Statement[] statements = new Statement[8];
    private int size;

    /** The statement whose name stands at {@code [from, to)}; null when there is none. */
    Statement get(ByteBuffer in, int from, int to) {
        int at = find(in, from, to);
        return names[at] == null ? null : statements[at];
    }

    void put(ByteBuffer in, int from, int to, Statement statement) {
        if (size * 2 >= names.length) grow();
        int at = find(in, from, to);
        byte[] name = new byte[to - from];
        in.get(from, name);
        names[at] = name;
        statements[at] = statement;
        size++;
    }

    /** @return the statement that had this name; null when there was none */
    Statement remove(ByteBuffer in, int from, int to) {
        int at = find(in, from, to);
        if (names[at] == null) return null;
        Statement removed = statements[at];
        names[at] = null;
        statements[at] = null;
        size--;
        // Close the gap: entries that were pushed on by this one move up.
        int mask = names.length - 1;
        for (int i = at + 1 & mask; names[i] != null; i = i + 1 & mask) {
            byte[] name = names[i];
            Statement statement = statements[i];
            names[i] = null;
            statements[i] = null;
            int place = placeOf(name);
            names[place] = name;
            statements[place] = statement;
        }
        return removed;
    }

    int size() {
        return size;
    }

    Statement[] all() {
        return Arrays.stream(statements).filter(statement -> statement != null).toArray(Statement[]::new);
    }

    private int find(ByteBuffer in, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) hash = hash * 31 + in.get(i);
        int mask = names.length - 1;
        int at = spread(hash) & mask;
        while (names[at] != null && !same(names[at], in, from, to)) at = at + 1 & mask;
        return at;
    }

    private int placeOf(byte[] name) {
        int hash = 0;
        for (byte each : name) hash = hash * 31 + each;
        int mask = names.length - 1;
        int at = spread(hash) & mask;
        while (names[at] != null) at = at + 1 & mask;
        return at;
    }

    private static int spread(int hash) {
        return hash ^ hash >>> 16;
    }

    private static boolean same(byte[] name, ByteBuffer in, int from, int to) {
        if (name.length != to - from) return false;
        for (int i = 0; i < name.length; i++) if (name[i] != in.get(from + i)) return false;
        return true;
    }

    private void grow() {
        byte[][] oldNames = names;
        Statement[] oldStatements = statements;
        names = new byte[oldNames.length * 2][];
        statements = new Statement[names.length];
        for (int i = 0; i < oldNames.length; i++) {
            if (oldNames[i] == null) continue;
            int at = placeOf(oldNames[i]);
            names[at] = oldNames[i];
            statements[at] = oldStatements[i];
        }
    }
}
