package poollab.pooler.admin;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import poollab.pooler.net.Chain;
import poollab.pooler.net.Conn;
import poollab.pooler.session.Addresses;
import poollab.pooler.session.Core;
import poollab.pooler.session.Peer;
import poollab.pooler.session.Pool;
import poollab.pooler.session.Server;

/**
 * SHOW CLIENTS, SERVERS, SOCKETS and ACTIVE_SOCKETS.
 *
 * <p>The last columns of the two for sockets speak of buffers, and these are not PgBouncer's. Here {@code recv_pos} and
 * {@code pkt_avail} are the bytes read and not worked through yet, {@code pkt_remain} what is missing of a message that is
 * being forwarded, {@code send_avail} the bytes this socket could not take yet; {@code pkt_pos}, {@code send_pos} and
 * {@code send_remain} have no counterpart and are 0. A socket is active when it holds such bytes.
 */
final class SocketTables {
    private static final int MICROS = 1_000_000;
    private static final String TYPES = "ssssssisissiiississii";
    private static final String NAMES = "type user database replication state addr port local_addr local_port connect_time request_time"
            + " wait wait_us close_needed ptr link remote_pid tls application_name prepared_statements id";
    private static final String BUFFER_NAMES = " recv_pos pkt_pos pkt_remain send_pos send_remain pkt_avail send_avail";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss zzz");

    private final Core core;

    SocketTables(Core core) {
        this.core = core;
    }

    Table clients() {
        Rows rows = new Rows(TYPES, NAMES);
        for (Pool pool : core.pools()) {
            add(rows, pool.activeClients, "active");
            add(rows, pool.waitingClients, "waiting");
            add(rows, pool.activeCancels, "active_cancel_req");
            add(rows, pool.waitingCancels, "waiting_cancel_req");
        }
        return rows.table();
    }

    Table servers() {
        Rows rows = new Rows(TYPES, NAMES);
        for (Pool pool : core.pools()) {
            add(rows, pool.activeServers, "active");
            add(rows, pool.idleServers, "idle");
            add(rows, pool.usedServers, "used");
            add(rows, pool.testedServers, "tested");
            add(rows, pool.loginServers, "new");
            add(rows, pool.cancelServers, "active_cancel");
            add(rows, pool.beingCanceledServers, "being_canceled");
        }
        return rows.table();
    }

    private void add(Rows rows, Chain<? extends Conn> chain, String state) {
        for (Conn conn : chain.snapshot()) rows.add(common((Peer) conn, state));
    }

    /** @param onlyActive whether to leave out those that hold no bytes */
    Table sockets(boolean onlyActive) {
        Rows rows = new Rows(TYPES + "iiiiiii", NAMES + BUFFER_NAMES);
        for (Pool pool : core.pools()) {
            add(rows, pool.activeClients, "cl_active", onlyActive);
            add(rows, pool.waitingClients, "cl_waiting", onlyActive);
            add(rows, pool.activeServers, "sv_active", onlyActive);
            add(rows, pool.idleServers, "sv_idle", onlyActive);
            add(rows, pool.usedServers, "sv_used", onlyActive);
            add(rows, pool.testedServers, "sv_tested", onlyActive);
            add(rows, pool.loginServers, "sv_login", onlyActive);
        }
        add(rows, core.loginClients(), "cl_login", onlyActive);
        return rows.table();
    }

    private void add(Rows rows, Chain<? extends Conn> chain, String state, boolean onlyActive) {
        for (Conn conn : chain.snapshot()) {
            Peer peer = (Peer) conn;
            if (onlyActive && conn.keptSize() == 0 && conn.unsentSize() == 0 && peer.remaining() == 0) continue;
            Object[] start = common(peer, state);
            Object[] values = Arrays.copyOf(start, start.length + 7);
            System.arraycopy(new Object[] {conn.keptSize(), 0, peer.remaining(), 0, 0, conn.keptSize(), conn.unsentSize()}, 0, values, start.length, 7);
            rows.add(values);
        }
    }

    private Object[] common(Peer peer, String state) {
        Addresses addresses = core.addresses;
        long wait = peer.waitStart() == 0 ? 0 : Math.max(0, core.loop.now() - peer.waitStart());
        return new Object[] {
            peer instanceof Server ? "S" : "C",
            peer.userName() == null ? "(nouser)" : peer.userName(),
            peer.pool() == null ? "(nodb)" : peer.pool().database.name,
            peer.replicationName(),
            peer.linked() == null && state.equals("active") ? "idle" : state,
            addresses.remote(peer), addresses.remotePort(peer), addresses.local(peer), addresses.localPort(peer),
            time(peer.connectTime()), time(peer.requestTime()),
            wait / MICROS, wait % MICROS,
            peer.closeNeeded(),
            Addresses.pointer(peer), peer.linked() == null ? "" : Addresses.pointer(peer.linked()),
            peer.remotePid(),
            peer.tls() == null ? "" : peer.tls().info(),
            peer.applicationName() == null ? "" : peer.applicationName(),
            peer.preparedStatements(), peer.id()
        };
    }

    /** In the zone of the machine, as the lines of the log. */
    private static String time(long micros) {
        return TIME.format(Instant.ofEpochSecond(micros / MICROS).atZone(ZoneId.systemDefault()));
    }
}
