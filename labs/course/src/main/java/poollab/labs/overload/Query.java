package poollab.labs.overload;

import poollab.bench.load.LoadRun;
import poollab.load.Work;

/** What each request asks of the database. */
enum Query {
    POINT_READ(LoadRun.pointRead()),
    /** A write transaction of five statements. */
    SALE(LoadRun.sale(10));

    final Work work;

    Query(Work work) {
        this.work = work;
    }
}
