/**
 * Poolers as experiments use them: the bundled one in this process or as one of its own, PgBouncer, pgpool-II. Each has its
 * configuration in a file, which a learner may look at and change.
 */
package poollab.bench.pooler;
