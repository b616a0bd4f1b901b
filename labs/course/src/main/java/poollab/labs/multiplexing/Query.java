package poollab.labs.multiplexing;

import poollab.bench.load.LoadRun;
import poollab.load.Work;

/** What each request asks of the database. */
enum Query {
    /** One row by its key. */
    READ(LoadRun.pointRead()),
    /** A write transaction of five statements, as pgbench's TPC-B. */
    SALE(LoadRun.sale(10));

    final Work work;

    Query(Work work) {
        this.work = work;
    }
}
