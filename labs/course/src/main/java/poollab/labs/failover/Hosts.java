package poollab.labs.failover;

/** Which servers the application's URL names: the {@code hosts} knob. */
enum Hosts {
    ONE,
    /** Both, and that it wants the one that writes. */
    BOTH
}
