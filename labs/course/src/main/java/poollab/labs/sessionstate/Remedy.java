package poollab.labs.sessionstate;

import poollab.bench.Words;
import poollab.bench.pooler.PoolerPlan;

/** What is set against the leak, whether it helps or not. */
enum Remedy {
    /** None. */
    SET,
    // tag::code[]
    /** In the code: SET LOCAL, which ends with its transaction. */
    SET_LOCAL,
    /** In the code: only what the server reports, here TimeZone. */
    TRACKED,
    // end::code[]
    /** In the pooler: follow statement_timeout, too. */
    TRACK_EXTRA,
    /** In the pooler: a reset query, as published advice has it. */
    RESET_QUERY,
    /** In the pooler: the reset query in every mode. */
    RESET_ALWAYS;

    PoolerPlan on(PoolerPlan plan) {
        // tag::pooler[]
        return switch (this) {
            case TRACK_EXTRA -> plan.set("track_extra_parameters",
                    "IntervalStyle, statement_timeout");
            case RESET_QUERY -> plan.set("server_reset_query", "DISCARD ALL");
            case RESET_ALWAYS -> plan.set("server_reset_query", "DISCARD ALL")
                    .set("server_reset_query_always", 1);
            default -> plan;
        };
        // end::pooler[]
    }

    /** Whether A says SET statement_timeout outside of any transaction. */
    boolean setsTheTimeout() {
        return this != SET_LOCAL && this != TRACKED;
    }

    @Override
    public String toString() {
        return Words.of(this);
    }
}
