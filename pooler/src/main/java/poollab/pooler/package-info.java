/**
 * A PostgreSQL connection pooler that takes a {@code pgbouncer.ini} and behaves like PgBouncer wherever a client, an
 * operator or an exporter can see it.
 */
package poollab.pooler;
