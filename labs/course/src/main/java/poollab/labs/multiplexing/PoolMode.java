package poollab.labs.multiplexing;

/** When a server connection is free for another client: after each transaction, or after the client has gone. */
enum PoolMode {
    TRANSACTION,
    SESSION
}
