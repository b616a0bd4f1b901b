package poollab.labs.leak;

/** Which client pool serves the requests. */
enum PoolKind {
    /** The model of ADO.NET's pool: keyed by the connection text. */
    KEYED,
    HIKARI
}
