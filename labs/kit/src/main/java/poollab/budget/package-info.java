/**
 * The connection budget of a system: how many connections its services may open together, against what the server has.
 *
 * <p>{@link poollab.budget.Budget} is the system as somebody has written it down, {@link poollab.budget.BudgetFile} its YAML,
 * {@link poollab.budget.Assessment} the sum. {@link poollab.budget.LiveLimits} asks a running server for its limits.
 *
 * <p>connections = instances × pools per instance × max pool size. It is arithmetic, not a measurement: what each service
 * opens depends on its load, and the sum says what it <em>may</em> open.
 */
package poollab.budget;
