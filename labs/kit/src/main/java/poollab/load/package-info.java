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
 * <p>Clients run on platform threads unless the plan says otherwise: on two cores a point read cost them less processor
 * time than it cost virtual ones. A JVM that has just started spends several times as much on a request until its code is
 * compiled, so a plan that compares has a warm-up. Borrowing for each request costs the clients about as much again as the
 * request itself, and a pool that resets its sessions a round trip more: compare like with like.
 *
 * <p>{@link poollab.load.Instance} is the same load as a process of its own. Who starts it and listens is not this room's.
 */
package poollab.load;
