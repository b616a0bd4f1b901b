package poollab.pooler.session;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log.Level;
import poollab.pooler.net.Outlet;
import poollab.pooler.wire.Wire;

/**
 * Makes named prepared statements work on whatever server a client gets. A client's name stands for a text; on servers
 * the text has a name of the pooler's own, and is prepared there when it is first needed.
 */
final class Rewriter {
    /** What a message of the extended protocol is to this. */
    enum Kind { PLAIN, PARSE, BIND, DESCRIBE, CLOSE, INCOMPLETE }

    private final Core core;
    private byte[] scratch = new byte[256];

    Rewriter(Core core) {
        this.core = core;
    }

    /** Tells by the name in it; asks for more of the message when the name is not there yet, and for all of it when it is needed whole. */
    Kind kind(Client client, int type, ByteBuffer in, int at, int to, long size) {
        if (type != 'P' && type != 'B' && type != 'D' && type != 'C' || client.console != null || !client.tracksStatements()) return Kind.PLAIN;
        int body = at + Wire.HEAD;
        int end = (int) Math.min(to, at + size);
        boolean whole = end - at == size;
        int nameAt = switch (type) {
            case 'P' -> body;
            case 'B' -> 1 + Wire.stringEnd(in, body, end);
            default -> body + 1;
        };
        if (type != 'P' && type != 'B') {
            if (!whole) return incomplete(client, size);
            if (in.get(body) != 'S') return Kind.PLAIN;
        }
        int nameEnd = type == 'B' && nameAt == 0 ? -1 : Wire.stringEnd(in, nameAt, end);
        if (nameEnd < 0) {
            if (!whole) return incomplete(client, size);
            core.log(Level.ERROR, client, "failed to parse prepared statement packet type '" + (char) type + "'");
            client.disconnect(true, "failed to parse packet");
            return Kind.INCOMPLETE;
        }
        if (nameEnd == nameAt) return Kind.PLAIN;
        if (type == 'P' && !whole) return incomplete(client, size);
        return switch (type) {
            case 'P' -> Kind.PARSE;
            case 'B' -> Kind.BIND;
            case 'D' -> Kind.DESCRIBE;
            default -> Kind.CLOSE;
        };
    }

    private static Kind incomplete(Client client, long size) {
        client.needWhole((int) Math.min(size, Integer.MAX_VALUE));
        return Kind.INCOMPLETE;
    }

    int parse(Client client, ByteBuffer in, int at, long size) {
        int name = at + Wire.HEAD;
        int end = at + (int) size;
        int nameEnd = Wire.stringEnd(in, name, end);
        if (client.statements == null) client.statements = new StatementNames();
        if (client.statements.get(in, name, nameEnd) != null) {
            core.log(Level.ERROR, client, "prepared statement '" + Wire.text(in, name, nameEnd) + "' was already prepared");
            client.disconnect(true, "prepared statement name is already in use");
            return 0;
        }
        client.pool.stats.clientParses++;
        Statement statement = core.statements.use(Wire.bytes(in, nameEnd + 1, end));
        client.statements.put(in, name, nameEnd, statement);
        Server server = client.link;
        if (server.exchange.statements.get(statement) == null) prepare(client, server, statement, Requests.FORWARD);
        else if (server.exchange.requests.isEmpty()) answer(client, 'P');
        else server.exchange.requests.add((byte) 'P', Requests.FAKE);
        return (int) size;
    }

    int bind(Client client, ByteBuffer in, int at, int to, long size) {
        int portal = at + Wire.HEAD;
        int portalEnd = Wire.stringEnd(in, portal, to);
        int nameEnd = Wire.stringEnd(in, portalEnd + 1, to);
        client.pool.stats.binds++;
        Statement statement = known(client, in, portalEnd + 1, nameEnd);
        if (statement == null) return 0;
        Server server = client.link;
        if (server.exchange.statements.get(statement) == null) prepare(client, server, statement, Requests.SKIP);
        server.exchange.requests.add((byte) 'B', Requests.FORWARD);
        int portalSize = portalEnd + 1 - portal;
        int headSize = Wire.HEAD + portalSize + statement.name.length;
        int difference = statement.name.length - (nameEnd - portalEnd);
        scratch(headSize);
        head('B', (int) (size + difference));
        in.get(portal, scratch, Wire.HEAD, portalSize);
        System.arraycopy(statement.name, 0, scratch, Wire.HEAD + portalSize, statement.name.length);
        Outlet outlet = core.loop.outlet();
        outlet.put(server, scratch, 0, headSize);
        int end = (int) Math.min(to, at + size);
        outlet.pass(server, in, nameEnd + 1, end);
        return end - at;
    }

    int describe(Client client, ByteBuffer in, int at, long size) {
        int name = at + Wire.HEAD + 1;
        Statement statement = known(client, in, name, Wire.stringEnd(in, name, at + (int) size));
        if (statement == null) return 0;
        Server server = client.link;
        if (server.exchange.statements.get(statement) == null) prepare(client, server, statement, Requests.SKIP);
        server.exchange.requests.add((byte) 'D', Requests.FORWARD);
        core.loop.outlet().put(server, naming('D', statement), 0, Wire.HEAD + 1 + statement.name.length);
        return (int) size;
    }

    /** Only the client's name is given up: others may use the statement, and the server drops it when it has too many. */
    int close(Client client, ByteBuffer in, int at, long size) {
        int name = at + Wire.HEAD + 1;
        Statement statement = client.statements == null ? null : client.statements.remove(in, name, Wire.stringEnd(in, name, at + (int) size));
        if (statement != null) core.statements.release(statement);
        if (client.link == null || client.link.exchange.requests.isEmpty()) answer(client, 'C');
        else client.link.exchange.requests.add((byte) 'C', Requests.FAKE);
        return (int) size;
    }

    private void answer(Client client, char request) {
        core.loop.outlet().put(client, Exchange.answerTo((byte) request));
    }

    private Statement known(Client client, ByteBuffer in, int from, int to) {
        Statement statement = client.statements == null ? null : client.statements.get(in, from, to);
        if (statement != null) return statement;
        core.log(Level.ERROR, client, "prepared statement '" + Wire.text(in, from, to) + "' not found");
        client.disconnect(true, "prepared statement did not exist");
        return null;
    }

    /** Prepares it on the server, and closes there what was used least recently when there are too many. */
    private void prepare(Client client, Server server, Statement statement, byte action) {
        client.pool.stats.serverParses++;
        Outlet outlet = core.loop.outlet();
        int size = Wire.HEAD + statement.name.length;
        scratch(size);
        head('P', size + statement.body.length);
        System.arraycopy(statement.name, 0, scratch, Wire.HEAD, statement.name.length);
        outlet.put(server, scratch, 0, size);
        outlet.put(server, statement.body);
        server.exchange.requests.add((byte) 'P', action, statement);
        statement.uses++;
        server.exchange.statements.put(statement, true);
        int most = core.settings().number(Key.MAX_PREPARED_STATEMENTS);
        for (Iterator<Statement> oldest = server.exchange.statements.keySet().iterator(); server.exchange.statements.size() > most; ) {
            Statement evicted = oldest.next();
            oldest.remove();
            outlet.put(server, naming('C', evicted), 0, Wire.HEAD + 1 + evicted.name.length);
            server.exchange.requests.add((byte) 'C', Requests.SKIP, evicted);
        }
    }

    private byte[] naming(char type, Statement statement) {
        int size = Wire.HEAD + 1 + statement.name.length;
        scratch(size);
        head(type, size);
        scratch[Wire.HEAD] = 'S';
        System.arraycopy(statement.name, 0, scratch, Wire.HEAD + 1, statement.name.length);
        return scratch;
    }

    private void scratch(int size) {
        if (scratch.length < size) scratch = Arrays.copyOf(scratch, size * 2);
    }

    private void head(char type, int size) {
        int length = size - 1;
        scratch[0] = (byte) type;
        scratch[1] = (byte) (length >>> 24);
        scratch[2] = (byte) (length >>> 16);
        scratch[3] = (byte) (length >>> 8);
        scratch[4] = (byte) length;
    }
}
