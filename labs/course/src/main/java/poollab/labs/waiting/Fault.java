package poollab.labs.waiting;

/** Why requests queue at the pooler: the {@code fault} knob. */
enum Fault {
    /** Jobs that neither commit nor roll back, one on each server connection. */
    LEAKED_TRANSACTION,
    /** A report on each server connection. */
    SLOW_QUERIES,
    /** Nothing is wrong but more requests at once than server connections. */
    TOO_FEW_SERVERS,
    /** The jobs commit. */
    NONE;

    /** Whether nothing comes free before the requests give up. */
    boolean stops() {
        return this == LEAKED_TRANSACTION || this == SLOW_QUERIES;
    }
}
