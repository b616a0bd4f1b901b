package poollab.labs.overload;

/** How the keyed pool opens physical connections. */
enum Opens {
    /** Each caller that finds none free opens one: Npgsql, pgx, SqlClient's newer pool. */
    PARALLEL,
    /** One at a time for the whole pool: SqlClient's older pool. */
    SERIAL
}
