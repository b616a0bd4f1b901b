package poollab.labs.budget;

/** What the instances connect to. */
enum Through {
    SERVER,
    /** The bundled pooler, in transaction mode, with one pool as large as an instance's. */
    POOLER
}
