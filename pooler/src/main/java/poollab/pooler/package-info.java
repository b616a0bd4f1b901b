/**
 * A PostgreSQL connection pooler that takes a {@code pgbouncer.ini} and behaves like PgBouncer wherever a client, an
 * operator or an exporter can see it. {@code COMPATIBILITY.md} beside the sources says where it does not.
 *
 * <pre>
 *   poollab.pooler        starts and ends it: command line, signals, listening, reload; the door for whoever embeds it
 *     admin               the console behind the database "pgbouncer": SHOW tables and commands
 *     metrics             what Prometheus reads, and the little of HTTP that a scrape needs
 *     session             clients, server connections, pools, and what links them; logins, cancels, prepared statements
 *     net                 the event loop, and a connection in it: reading, writing, back-pressure, TLS in between
 *     tls                 keys, certificates, ciphers, what each sslmode wants
 *     auth                passwords and verifiers, MD5, SCRAM both ways, the auth file, HBA rules
 *     ldap                a directory that knows passwords: its options, and asking it
 *     config              the ini file, its settings and their ranges
 *     wire                the protocol's letters and numbers, messages being written
 *     log                 lines as PgBouncer writes them
 * </pre>
 *
 * One thread does all the work ({@link poollab.pooler.net.Loop}), so nothing is locked. A query's way: the loop reads a
 * client's bytes into its one buffer; {@link poollab.pooler.session.Client} looks at the heads of the messages, takes a
 * server connection from its {@link poollab.pooler.session.Pool} or waits in its queue, and passes the bytes on from where
 * they were read. {@link poollab.pooler.session.Server} does the same with the answer, and ReadyForQuery gives the
 * connection back to the pool, or straight to the first who waits.
 */
package poollab.pooler;
