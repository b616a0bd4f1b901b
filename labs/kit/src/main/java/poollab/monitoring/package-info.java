/**
 * What Prometheus does with metrics, as far as the labs' alert rules need it: {@link poollab.monitoring.TextFormat} reads what a
 * target tells, {@link poollab.monitoring.SeriesStore} keeps it, {@link poollab.monitoring.Expression} is PromQL, {@link
 * poollab.monitoring.RuleFile} reads alert rules in Prometheus' own format and {@link poollab.monitoring.Alerting} evaluates
 * them.
 *
 * <p>It is a subset. What is in it means what it means to Prometheus; what is not is refused.
 */
package poollab.monitoring;
