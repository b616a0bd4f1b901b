package poollab.labs.sessionstate;

/** What of the lab is measured: the {@code part} knob. */
enum Part {
    ALL,
    /** The report that died of another client's setting. */
    REPORT,
    /** Thirteen features in three modes. */
    MATRIX,
    /** A lock, a table and a LISTEN, after their owner has gone. */
    LEFT_BEHIND,
    /** An isolation level that client pools reset, and where the reset arrives. */
    ISOLATION;

    boolean includes(Part part) {
        return this == ALL || this == part;
    }
}
