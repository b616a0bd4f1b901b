/** PostgreSQL's protocol without a driver: for what no driver lets through, or to show what each driver sends. */
package poollab.bench.wire;
