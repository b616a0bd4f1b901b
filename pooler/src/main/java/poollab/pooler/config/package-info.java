/**
 * What an operator writes down: the {@code pgbouncer.ini}, read whole, checked, and immutable from then on.
 *
 * <p>{@link poollab.pooler.config.Config#load} is the way in. A mistake in the file is told with its line, what is
 * allowed there and the nearest known name; all mistakes of a file are told at once, where PgBouncer stops at the first.
 */
package poollab.pooler.config;
