/**
 * {@code lab bench}: the bundled pooler under load, alone or beside PgBouncer. {@link PoolerBench} is the course of
 * events, {@link Contestant} one pooler under test, {@link Findings} what came out.
 */
package poollab.console.bench;
