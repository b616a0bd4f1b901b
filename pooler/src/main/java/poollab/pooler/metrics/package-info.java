/**
 * What Prometheus reads: the metrics of prometheus-community's pgbouncer_exporter, named, typed and labelled as there, and
 * one of the pooler's own, over the little of HTTP that a scrape needs.
 *
 * <p>{@link poollab.pooler.metrics.Metrics} looks at the pooler in the loop's thread; the rest works on what it saw there,
 * in threads of {@link poollab.pooler.metrics.MetricsServer}.
 */
package poollab.pooler.metrics;
