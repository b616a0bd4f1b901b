/**
 * Loads of an experiment: run here or in processes of their own, watched on the server, and entered into the record.
 *
 * <p>{@link poollab.bench.load.LoadRun} is the door. When the warm-up is over it lets a {@code ServerWatch} look at the
 * server while the load runs; in the end {@code LoadRecord} turns both into observations whose ids begin with the load's
 * name.
 *
 * <p>What looking costs: a query of {@code pg_stat_activity} every 100 ms, or less often where
 * that would take more than a twentieth of a connection's time, but every 400 ms at least; {@code pg_stat_statements} and the processor times before and after; the memory of
 * backends once, after the load.
 */
package poollab.bench.load;
