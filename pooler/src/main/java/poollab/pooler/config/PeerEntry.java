package poollab.pooler.config;

/**
 * Another pooler that cancel requests may be handed to, from {@code [peers]}.
 *
 * @param id 1 to 65535, its {@code peer_id}
 * @param host a name, an address, or {@code /folder} or {@code @name} of a unix socket; never null
 * @param port 1 to 65535, 6432 unless given
 * @param poolSize −1 = not set
 */
public record PeerEntry(int id, String host, int port, int poolSize) {}
