package poollab.pooler.session;

import java.nio.ByteBuffer;
import poollab.pooler.auth.RawText;
import poollab.pooler.auth.Secret;
import poollab.pooler.config.DatabaseEntry;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log.Level;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/**
 * Asks a server for a user's secret, over the pool of {@code auth_user}, in whose queue the client waits like everybody
 * else. The client's parameters are not set there: a search_path chosen by a stranger must not decide what the query means.
 */
final class AuthQuery {
    private static final int LARGEST_MESSAGE = 1 << 20;

    private final Client client;
    private final Core core;
    private final String userName;
    private Server server;
    private String foundName;
    private Secret foundSecret;

    private AuthQuery(Client client, String userName) {
        this.client = client;
        core = client.core;
        this.userName = userName;
    }

    /** Who asks for users of this database; null when nobody does. */
    static String asker(Database database) {
        String own = database.entry.authUser();
        return own != null ? own : database.core.settings().text(Key.AUTH_USER);
    }

    /** @return null when the client had to be sent away */
    static AuthQuery prepare(Client client, String userName) {
        Database database = authDatabase(client);
        if (database == null) return null;
        client.pool = client.core.pool(database, client.core.user(asker(client.database)).credentials);
        return new AuthQuery(client, userName);
    }

    private static Database authDatabase(Client client) {
        Core core = client.core;
        DatabaseEntry entry = client.database.entry;
        String name = entry.authDbname() != null ? entry.authDbname() : core.settings().text(Key.AUTH_DBNAME);
        Database database = name == null ? client.database : core.findDatabase(name);
        if (database == null) {
            core.log(Level.ERROR, client, "authentication database \"" + name + "\" is not configured.");
            client.disconnect(true, "bouncer config error");
            return null;
        }
        if (database.disabled) {
            client.disconnect(true, "authentication database \"" + database.name + "\" is disabled");
            return null;
        }
        if (database.admin) {
            core.log(Level.ERROR, client, "cannot use the reserved \"" + database.name + "\" database as an auth_dbname");
            client.disconnect(true, "bouncer config error");
            return null;
        }
        return database;
    }

    /** Asks as soon as there is a server: to be called again when one may be there. */
    void begin() {
        if (!client.findServer()) return;
        server = client.link;
        server.authQuery = this;
        server.ready = false;
        // Whoever leaves before the answer takes the server with him: nobody else may get it.
        server.exchange.requests.add((byte) 'S', Requests.SKIP);
        String own = client.database.entry.authQuery();
        String query = own != null ? own : core.settings().text(Key.AUTH_QUERY);
        server.send(new Out(512)
                .begin('P').u8(0).text(query).i16(0).end()
                .begin('B').u8(0).u8(0).i16(0).i16(1).value(userName).i16(0).end()
                .begin('D').u8('P').u8(0).end()
                .begin('E').u8(0).i32(0).end()
                .begin('S').end());
    }

    // ---- the answer

    /** @return how many bytes are dealt with; 0 to be called again with more */
    int message(ByteBuffer in, int at, int to) {
        if (to - at < Wire.HEAD) return 0;
        long size = (in.getInt(at + 1) & 0xffffffffL) + 1;
        if (size < Wire.HEAD || size > LARGEST_MESSAGE) {
            server.disconnect(true, "bad pkt header");
            return 0;
        }
        if (to - at < size) {
            server.needWhole((int) size);
            return 0;
        }
        server.pool.stats.sent += size;
        int body = at + Wire.HEAD;
        int end = at + (int) size;
        switch (in.get(at)) {
            case '1', '2', 'C', 'N' -> {}
            case 'S' -> server.learnParameter(in, body, end);
            case 'T' -> countColumns(in, body, end);
            case 'D' -> row(in, body, end);
            case 'Z' -> {
                server.exchange.requests.remove();
                if (in.get(body) == 'I') server.ready = true;
                else fail("unexpected response from auth_query");
            }
            case 'E' -> {
                core.log.error("S: error in auth_query: " + ErrorFields.of(in, at, (int) size).line());
                fail("error response from auth_query");
            }
            default -> fail("unexpected response from auth_query");
        }
        return server.isClosed() ? 0 : (int) size;
    }

    private boolean countColumns(ByteBuffer in, int body, int end) {
        if (end - body < 2) {
            fail("bad packet");
            return false;
        }
        int columns = in.getShort(body) & 0xffff;
        if (columns == 2) return true;
        fail("expected 2 columns from auth_query, not " + columns);
        return false;
    }

    /** Of several rows the last one counts. */
    private void row(ByteBuffer in, int body, int end) {
        if (!countColumns(in, body, end)) return;
        int nameAt = body + 2;
        int nameSize = size(in, nameAt, end);
        if (nameSize == -1) {
            fail("auth_query response contained null user name");
            return;
        }
        int secretAt = nameAt + 4 + Math.max(0, nameSize);
        int secretSize = nameSize < 0 ? nameSize : size(in, secretAt, end);
        if (secretSize < -1) {
            fail("bad packet");
            return;
        }
        foundName = Wire.text(in, nameAt + 4, secretAt);
        // NULL is how a query says that this user may not come in now.
        foundSecret = secretSize == -1 ? new Secret.None() : Secret.parse(RawText.decode(Wire.bytes(in, secretAt + 4, secretAt + 4 + secretSize)));
    }

    /** @return −1 for NULL, less for what is not all there */
    private static int size(ByteBuffer in, int at, int end) {
        if (end - at < 4) return -2;
        int size = in.getInt(at);
        return size < -1 || size > end - at - 4 ? -2 : size;
    }

    private void fail(String reason) {
        server.disconnect(false, reason);
    }

    /** The server has been given back. */
    void finish() {
        if (foundName == null) client.login.foundNobody();
        else client.login.found(foundName, foundSecret);
    }
}
