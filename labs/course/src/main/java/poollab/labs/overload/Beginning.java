package poollab.labs.overload;

/** How the clients arrive. */
enum Beginning {
    /** All at once: they pile up behind a lock, and each wants a connection of its own. */
    RUSH,
    /** They just begin. On a small machine the first are done before the last have come. */
    CALM
}
