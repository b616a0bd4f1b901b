/** {@code lab budget}: the sum nobody did, as a table, from a file or from questions. */
package poollab.console.budget;
