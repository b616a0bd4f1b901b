/**
 * What TLS is set up from: keys and certificates as OpenSSL's users have them, OpenSSL's names of cipher suites, the
 * names in a certificate. Knows the settings and the JDK's TLS, and nothing of connections.
 */
package poollab.pooler.tls;
