/**
 * What the one-shot commands and the interactive console share: where output goes, where a learner's things are, the
 * one server, one run from folder to record, and how to complain.
 */
package poollab.console.session;
