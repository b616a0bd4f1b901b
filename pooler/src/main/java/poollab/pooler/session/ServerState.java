package poollab.pooler.session;

import poollab.pooler.net.Chain;

/**
 * Where a server connection is. A state's methods are the only ways out of it.
 *
 * <pre>
 *          loggedIn          assigned
 *   Login ──────────► Idle ◄──────────► Active ──resets──► Tested ──released──► Idle
 *     │                │     released     │                  ▲
 *     │ carriesCancel  │ rests            │ awaitsCancels    │ checked
 *     ▼                ▼                  ▼                  │
 *   ActiveCancel      Used ─────────────────────────────────┘
 *                      │ released   BeingCanceled ──released──► Idle
 *                      ▼
 *                     Idle
 *
 *   every state ──closed──► Closed
 * </pre>
 */
public sealed interface ServerState {
    Login LOGIN = new Login();
    Idle IDLE = new Idle();
    Used USED = new Used();
    Tested TESTED = new Tested();
    Active ACTIVE = new Active();
    BeingCanceled BEING_CANCELED = new BeingCanceled();
    ActiveCancel ACTIVE_CANCEL = new ActiveCancel();
    Closed CLOSED = new Closed();

    /** Where a pool keeps its connections in this state; null for those that are gone. */
    Chain<Server> in(Pool pool);

    /** As PgBouncer calls it. */
    default String shown() {
        return switch (this) {
            case Login it -> "new";
            case Idle it -> "idle";
            case Used it -> "used";
            case Tested it -> "tested";
            case Active it -> "active";
            case BeingCanceled it -> "being_canceled";
            case ActiveCancel it -> "active_cancel";
            case Closed it -> "free";
        };
    }

    default Closed closed() {
        return CLOSED;
    }

    /** What every state has in common from which a server can go back to the idle ones. */
    sealed interface Releasable extends ServerState {
        default Idle released() {
            return IDLE;
        }

        default Tested resets() {
            return TESTED;
        }

        /** Goes to those that are to be checked before their next use. */
        default Used unchecked() {
            return USED;
        }
    }

    /** Connecting, or logging in. At most one in a pool. */
    record Login() implements ServerState {
        @Override
        public Chain<Server> in(Pool pool) {
            return pool.loginServers;
        }

        Idle loggedIn() {
            return IDLE;
        }

        /** For replication: linked to its client from the first moment on. */
        Active dedicated() {
            return ACTIVE;
        }

        ActiveCancel carriesCancel() {
            return ACTIVE_CANCEL;
        }
    }

    /** Free, and can be given to a client as it is. */
    record Idle() implements ServerState {
        @Override
        public Chain<Server> in(Pool pool) {
            return pool.idleServers;
        }

        Active assigned() {
            return ACTIVE;
        }

        Used rests() {
            return USED;
        }
    }

    /** Free for so long that it is checked before it is given to a client. */
    record Used() implements Releasable {
        @Override
        public Chain<Server> in(Pool pool) {
            return pool.usedServers;
        }

        Tested checked() {
            return TESTED;
        }
    }

    /** Running the reset query or the check query. */
    record Tested() implements Releasable {
        @Override
        public Chain<Server> in(Pool pool) {
            return pool.testedServers;
        }
    }

    /** Linked to a client. */
    record Active() implements Releasable {
        @Override
        public Chain<Server> in(Pool pool) {
            return pool.activeServers;
        }

        BeingCanceled awaitsCancels() {
            return BEING_CANCELED;
        }
    }

    /** Free, but a cancel for its last query is still under way and could hit its next one. */
    record BeingCanceled() implements Releasable {
        @Override
        public Chain<Server> in(Pool pool) {
            return pool.beingCanceledServers;
        }
    }

    /** Not logged in at all: carries one cancel request. */
    record ActiveCancel() implements ServerState {
        @Override
        public Chain<Server> in(Pool pool) {
            return pool.cancelServers;
        }
    }

    record Closed() implements ServerState {
        @Override
        public Chain<Server> in(Pool pool) {
            return null;
        }
    }
}
