/**
 * Rules by address, as in PostgreSQL's {@code pg_hba.conf}: who may come in from where, and how he proves who he is.
 * Only files and matching; sockets and logins are the session's business.
 */
package poollab.pooler.auth.hba;
