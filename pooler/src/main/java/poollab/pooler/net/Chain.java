package poollab.pooler.net;

import java.util.ArrayList;
import java.util.List;

/** A list of connections that are in the same state. A connection is in one chain at a time, so moving it costs no memory. */
public final class Chain<C extends Conn> {
    private Conn first;
    private Conn last;
    private int size;

    public void append(C conn) {
        conn.previous = last;
        conn.next = null;
        if (last == null) first = conn;
        else last.next = conn;
        last = conn;
        size++;
    }

    public void prepend(C conn) {
        conn.previous = null;
        conn.next = first;
        if (first == null) last = conn;
        else first.previous = conn;
        first = conn;
        size++;
    }

    public void remove(C conn) {
        if (conn.previous == null) first = conn.next;
        else conn.previous.next = conn.next;
        if (conn.next == null) last = conn.previous;
        else conn.next.previous = conn.previous;
        conn.previous = null;
        conn.next = null;
        size--;
    }

    @SuppressWarnings("unchecked")
    public C first() {
        return (C) first;
    }

    @SuppressWarnings("unchecked")
    public C last() {
        return (C) last;
    }

    @SuppressWarnings("unchecked")
    public C after(C conn) {
        return (C) conn.next;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Its connections as they are now: the action may move or close them. */
    @SuppressWarnings("unchecked")
    public List<C> snapshot() {
        List<C> all = new ArrayList<>(size);

        for (Conn conn = first; conn != null; conn = conn.next) all.add((C) conn);
        return all;
    }
}
