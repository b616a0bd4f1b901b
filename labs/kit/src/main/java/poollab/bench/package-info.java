/**
 * What an experiment is, and its record. Parameters go in, observations come out, claims are judged about them.
 * {@link poollab.bench.Runner} carries one out; {@link poollab.bench.RunStore} keeps what came of it.
 */
package poollab.bench;
