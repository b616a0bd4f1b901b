package poollab.pooler.auth.hba;

import java.net.InetAddress;

/**
 * Somebody who wants to come in.
 *
 * @param address null over the Unix socket
 * @param physicalReplication logical replication names its database, so that it counts as any other connection
 */
public record Login(InetAddress address, boolean tls, boolean physicalReplication, String database, String user) {}
