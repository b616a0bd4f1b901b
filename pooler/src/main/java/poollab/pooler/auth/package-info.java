/**
 * Who may log in, and how the pooler itself logs in to PostgreSQL: secrets, the auth file, MD5 and SCRAM-SHA-256 on both
 * sides. Pure computation: nothing here knows of sockets or threads, and the only input and output is reading the auth
 * file.
 */
package poollab.pooler.auth;
