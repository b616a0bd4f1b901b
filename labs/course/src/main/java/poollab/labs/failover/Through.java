package poollab.labs.failover;

/** What stands between the orders and the server: the {@code through} knob. */
enum Through {
    /** The model of ADO.NET's pool. */
    KEYED,
    HIKARI,
    /** A keyed pool, and the pooler behind it. */
    POOLER
}
