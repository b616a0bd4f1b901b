/**
 * Asking an LDAP directory whether a password is right: the options as in {@code pg_hba.conf}, and the question itself, which
 * blocks and so is asked outside the loop's thread.
 */
package poollab.pooler.ldap;
