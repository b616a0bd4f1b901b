/** Lab 11: what clients meet when a server restarts, crashes or changes places, and when the pooler itself is gone. */
package poollab.labs.failover;
