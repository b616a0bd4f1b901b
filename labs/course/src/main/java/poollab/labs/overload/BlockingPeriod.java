package poollab.labs.overload;

/** Whether the keyed pool repeats a refusal for some seconds instead of asking again. */
enum BlockingPeriod {
    OFF,
    /** SqlClient's default. */
    ON
}
