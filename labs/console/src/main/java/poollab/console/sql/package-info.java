/**
 * SQL at the console's prompt: {@link poollab.console.sql.SqlRunner} runs statements and shows what comes back, one
 * printer class per format.
 */
package poollab.console.sql;
