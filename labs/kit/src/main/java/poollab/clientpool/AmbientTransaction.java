package poollab.clientpool;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A transaction around several borrows, the model of .NET's TransactionScope: each {@link KeyedPools#open(String,
 * AmbientTransaction)} inside it gets the same physical connection, and none of their closes ends the transaction. While
 * it is unfinished and its connection is closed, that connection is in <em>stasis</em>: idle in transaction on the
 * server, and of no use to others.
 *
 * <p>It spans one physical connection. A second text, or a second borrow while the first is still open, would need a
 * distributed transaction and is refused, as .NET outside Windows does.
 *
 * <pre>
 *  Unbound ── first open ──► Enlisting ──► Enlisted ── commit, rollback, close ──► Finished
 *     │ ▲                        │                                                    ▲
 *     │ └────── open failed ─────┘                                                    │
 *     └──────────────────────────── commit, rollback, close ──────────────────────────┘
 * </pre>
 */
public final class AmbientTransaction implements AutoCloseable {
    private sealed interface State {
        record Unbound() implements State {}

        record Enlisting() implements State {}

        record Enlisted(Slot slot) implements State {}

        record Finished(String how) implements State {}
    }

    private final AtomicReference<State> state = new AtomicReference<>(new State.Unbound());

    /**
     * Makes the transaction durable and frees its connection.
     *
     * @throws SQLException the server refused the commit, the connection is lost, or it was finished before
     */
    public void commit() throws SQLException {
        finish(true);
    }

    /**
     * Undoes the transaction and frees its connection.
     *
     * @throws SQLException the connection is lost (the server has then rolled back), or it was finished before
     */
    public void rollback() throws SQLException {
        finish(false);
    }

    /** Rolls back unless it was committed or rolled back. Safe to call twice. */
    @Override
    public void close() throws SQLException {
        if (!(state.get() instanceof State.Finished)) finish(false);
    }

    private void finish(boolean commit) throws SQLException {
        State before = state.get();
        State after = new State.Finished(commit ? "committed" : "rolled back");
        switch (before) {
            case State.Unbound _ -> become(before, after);
            case State.Enlisting _ ->
                throw refused("cannot end while another thread opens its connection", "25000");
            case State.Enlisted(Slot slot) -> {
                become(before, after);
                slot.pool.endAmbient(slot, commit);
            }
            case State.Finished(String how) -> throw refused("was " + how + " before", "25000");
        }
    }

    /**
     * The connection it is enlisted on.
     *
     * @return null when there is none yet: the caller then has to open one and call {@link #enlist} or {@link #failed}
     */
    Slot enlistedOrBegin() throws SQLException {
        State before = state.get();
        return switch (before) {
            case State.Unbound _ -> {
                become(before, new State.Enlisting());
                yield null;
            }
            case State.Enlisting _ -> throw refused("is opening its connection in another thread", "0A000");
            case State.Enlisted(Slot slot) -> slot;
            case State.Finished(String how) -> throw refused("was " + how + ": begin a new one", "25000");
        };
    }

    void enlist(Slot slot) {
        state.set(new State.Enlisted(slot));
    }

    void failed() {
        state.set(new State.Unbound());
    }

    private void become(State before, State after) throws SQLException {
        if (!state.compareAndSet(before, after)) throw refused("was changed by another thread at the same time", "25000");
    }

    private static SQLException refused(String why, String sqlState) {
        return new SQLException("The ambient transaction " + why + ".", sqlState);
    }
}
