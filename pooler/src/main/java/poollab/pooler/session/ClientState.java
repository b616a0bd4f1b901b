package poollab.pooler.session;

import poollab.pooler.net.Chain;

/**
 * Where a client is. A state's methods are the only ways out of it.
 *
 * <pre>
 *             waits            served
 *   Login ───────────► WaitingLogin ───────► Login        a server is needed to finish the login
 *     │ accepted
 *     ▼       waits           served
 *   Active ───────────► Waiting ────────────► Active      no server is free: the queue
 *
 *             asksCancel          sent
 *   Login ───────────► WaitingCancel ───────► ActiveCancel     came only to cancel another's query
 *
 *   every state ──closed──► Closed
 * </pre>
 */
public sealed interface ClientState {
    Login LOGIN = new Login();
    WaitingLogin WAITING_LOGIN = new WaitingLogin();
    Active ACTIVE = new Active();
    Waiting WAITING = new Waiting();
    WaitingCancel WAITING_CANCEL = new WaitingCancel();
    ActiveCancel ACTIVE_CANCEL = new ActiveCancel();
    Closed CLOSED = new Closed();

    /** Where a pool keeps its clients in this state; null for those that have none, or are gone. */
    Chain<Client> in(Pool pool);

    /** As PgBouncer calls it. */
    default String shown() {
        return switch (this) {
            case Login it -> "login";
            case WaitingLogin it -> "waiting";
            case Waiting it -> "waiting";
            case Active it -> "active";
            case WaitingCancel it -> "waiting_cancel_req";
            case ActiveCancel it -> "active_cancel_req";
            case Closed it -> "free";
        };
    }

    default Closed closed() {
        return CLOSED;
    }

    /** Has no pool's queue to wait in yet, or is between two messages of its login. */
    record Login() implements ClientState {
        @Override
        public Chain<Client> in(Pool pool) {
            return null;
        }

        WaitingLogin waits() {
            return WAITING_LOGIN;
        }

        Active accepted() {
            return ACTIVE;
        }

        WaitingCancel asksCancel() {
            return WAITING_CANCEL;
        }
    }

    record WaitingLogin() implements ClientState {
        @Override
        public Chain<Client> in(Pool pool) {
            return pool.waitingClients;
        }

        Login served() {
            return LOGIN;
        }
    }

    /** Logged in, with or without a server linked to it. */
    record Active() implements ClientState {
        @Override
        public Chain<Client> in(Pool pool) {
            return pool.activeClients;
        }

        Waiting waits() {
            return WAITING;
        }
    }

    record Waiting() implements ClientState {
        @Override
        public Chain<Client> in(Pool pool) {
            return pool.waitingClients;
        }

        Active served() {
            return ACTIVE;
        }
    }

    record WaitingCancel() implements ClientState {
        @Override
        public Chain<Client> in(Pool pool) {
            return pool.waitingCancels;
        }

        ActiveCancel sent() {
            return ACTIVE_CANCEL;
        }
    }

    record ActiveCancel() implements ClientState {
        @Override
        public Chain<Client> in(Pool pool) {
            return pool.activeCancels;
        }
    }

    record Closed() implements ClientState {
        @Override
        public Chain<Client> in(Pool pool) {
            return null;
        }
    }
}
