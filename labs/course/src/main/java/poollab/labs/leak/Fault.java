package poollab.labs.leak;

import poollab.labs.PoolKind;

/** What is wrong with the requests. */
enum Fault {
    /** They take a connection and never close it. */
    LEAK,
    /** They begin a transaction, write, and neither end it nor close the connection. */
    OPEN_TRANSACTION,
    /** They hand out a result set that nobody reads to its end. */
    OPEN_READER,
    /** They run a report whose join condition was forgotten. */
    SLOW_QUERY,
    /** They write a row that a job elsewhere has locked. */
    BLOCKING,
    /** Nothing, but they come all at once. */
    CONCURRENCY,
    /** They drop the connection without closing it, and the garbage collector comes by. */
    RECLAIMED,
    /** Nothing: they close what they opened. */
    NONE;

    /** Whether the pool stays used up: nothing comes back while requests still arrive. */
    boolean exhausts(PoolKind pool) {
        return switch (this) {
            case LEAK, OPEN_TRANSACTION, OPEN_READER, SLOW_QUERY, BLOCKING -> true;
            // Only the keyed pool takes back what the garbage collector finds.
            case RECLAIMED -> pool == PoolKind.HIKARI;
            case CONCURRENCY, NONE -> false;
        };
    }
}
