/**
 * The interactive console. {@link poollab.console.shell.Shell} reads lines and hands them to commands; {@link
 * poollab.console.shell.Visit} is where the learner stands; one file holds each group of commands.
 */
package poollab.console.shell;
