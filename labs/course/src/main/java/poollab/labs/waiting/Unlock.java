package poollab.labs.waiting;

/** How a job gives back its lock when its work fails: the {@code unlock} knob. */
enum Unlock {
    /** In {@code finally}, whatever state the transaction is in. */
    IN_FINALLY,
    /** In {@code finally}, after the rollback. */
    AFTER_ROLLBACK,
    /** Not at all: a lock that ends with the transaction. */
    WITH_TRANSACTION
}
