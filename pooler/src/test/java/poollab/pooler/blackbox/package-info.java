/**
 * The pooler seen from outside: over its port, its console, its log and what PostgreSQL shows of its connections.
 *
 * <p>Every test here also passes against PgBouncer itself: run Maven with {@code -Dpooler.peer=/path/to/pgbouncer}
 * and that program takes the place of ours.
 */
package poollab.pooler.blackbox;
