/**
 * The admin console, database {@code pgbouncer}: what it understands ({@link poollab.pooler.admin.Command}), what it
 * does, and what it shows ({@link poollab.pooler.admin.Table}). Columns, texts and waiting are PgBouncer 1.25.2's.
 */
package poollab.pooler.admin;
