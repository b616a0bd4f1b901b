package poollab.labs.waiting;

/** What of the lab runs: the {@code part} knob. */
enum Part {
    ALL,
    /** Requests queue at the pooler, for the reason that the {@code fault} knob names. */
    QUEUE,
    /** Each limit of the pooler, and the error it gives. */
    ERRORS,
    /** When the reserve pool opens, and how far. */
    RESERVE,
    /** A client pool whose borrowers wait for each other. */
    NESTED,
    /** A lock given back in an aborted transaction. */
    UNLOCK,
    /** Time limits one inside the other, with a gateway as the outermost. */
    LAYERS;

    boolean includes(Part part) {
        return this == ALL || this == part;
    }
}
