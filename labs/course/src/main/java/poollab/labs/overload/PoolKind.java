package poollab.labs.overload;

/** Which client pool serves the requests. */
enum PoolKind {
    /** The model of ADO.NET's pool: a refused open is the caller's error. */
    KEYED,
    /** HikariCP opens in the background and tries again until the connect timeout. */
    HIKARI
}
