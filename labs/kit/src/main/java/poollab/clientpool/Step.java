package poollab.clientpool;

import java.sql.SQLException;

/** What a caller that wants a connection has to do next. */
sealed interface Step {
    /** The connection is yours. */
    record Take(Slot slot) implements Step {}

    /** It lay idle: ask whether it still lives. */
    record Check(Slot slot) implements Step {}

    /** It is your turn to open a physical connection; you must hand the turn on afterwards. */
    record Open() implements Step {}

    /** All are in use or it is not your turn: wait in the queue. */
    record Queue(Waiter waiter) implements Step {}

    /** Opening has just failed for somebody else, and is not tried again yet. */
    record Blocked(SQLException cause) implements Step {}

    /** The pool was retired between being found and being asked: look for it again. */
    record Retired() implements Step {}

    /** The pool was closed. */
    record Closed() implements Step {}
}
