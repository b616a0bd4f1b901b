package poollab.labs.cost;

/** What of the lab is measured: the {@code part} knob. */
enum Part {
    ALL,
    /** The time to open a connection, by phases, against the time to borrow one. */
    OPENING,
    /** The memory of a backend, fresh and after work. */
    MEMORY,
    /** The same small load beside more and more idle connections. */
    IDLE,
    /** What max_connections reserves before anybody connects. */
    SETTING,
    /** Bursts on a pool that keeps fewer connections idle than it may open. */
    CHURN,
    /** Instances that fill their pools to a minimum when they start. */
    STORM;

    boolean includes(Part part) {
        return this == ALL || this == part;
    }
}
