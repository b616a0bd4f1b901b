package poollab.labs.prepared;

/** What of the lab is measured: the {@code part} knob. */
enum Part {
    ALL,
    /** pgjdbc under load, in both worlds. */
    LOAD,
    /** What each family of drivers does with names, message by message. */
    FAMILIES,
    /** DISCARD ALL on each return to a client pool: how many there are, and what they cost. */
    RESET;

    boolean includes(Part part) {
        return this == ALL || this == part;
    }
}
