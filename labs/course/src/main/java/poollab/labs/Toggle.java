package poollab.labs.failover;

/** On or off. */
enum Toggle {
    ON,
    OFF
}
