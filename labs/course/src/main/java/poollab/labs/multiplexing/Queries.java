package poollab.labs.multiplexing;

import java.util.List;

/** Which requests a run makes. */
enum Queries {
    BOTH(Query.READ, Query.SALE),
    READ(Query.READ),
    SALE(Query.SALE);

    final List<Query> all;

    Queries(Query... all) {
        this.all = List.of(all);
    }
}
