/**
 * A model of a database behind a pool, to draw what cannot be measured here: the same service on other processors. Everything
 * that comes out of it is simulated, and is called so wherever it is shown.
 *
 * <p>{@link poollab.sizing.ClosedNetwork} is the network: clients, a pool, processors, and what a transaction waits for without
 * a processor. {@link poollab.sizing.SizingModel} finds its parameters in a measured sweep, and states how far it is off at the
 * points it was not shown.
 *
 * <p>How far to trust it: it knows the processor time of a transaction, its time without a processor, and how both grow with
 * the crowd, all from one machine. It knows nothing of disks that fill up, of locks that matter only once there are more
 * processors, of memory, or of another kind of processor. The place of the optimum is worth more than its height, and both are
 * worth more than its tail.
 */
package poollab.sizing;
