/**
 * Load: many clients that make requests over connections, and the account of what came of it.
 *
 * <p>A {@link poollab.load.LoadPlan} says who does what for how long. {@link poollab.load.Load} starts a thread per client
 * ({@code Client}). Each takes its next start from the {@link poollab.load.Pace}, borrows a connection from the
 * {@link poollab.load.ConnectionSource}, does the {@link poollab.load.Work}, gives the connection back, and enters the
 * outcome into the one {@code Tally}. Once a second the tally is read: a {@link poollab.load.Second} for whoever follows
 * live. In the end it becomes a {@link poollab.load.LoadResult}. Results merge exactly, because their histograms do.
 *
 * <p>Latency counts from the moment at which a request <em>should</em> have begun. In an open loop a stalled server
 * therefore shows in every request that queued up behind the stall.
 *
 * <p>{@link poollab.load.Instance} is the same load as a process of its own. Who starts it and listens is not this room's.
 */
package poollab.load;
