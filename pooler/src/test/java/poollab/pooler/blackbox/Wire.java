package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a client can say, as bytes. */
final class Wire {
    static final int PROTOCOL_3_0 = 3 << 16;
    static final int PROTOCOL_3_2 = (3 << 16) | 2;
    private static final int CANCEL = 80877102;
    private static final int SSL = 80877103;
    private static final int GSSENC = 80877104;

    private Wire() {}

    /** Writes a message's body. */
    interface Body {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] bytes(Body body) {
        var bytes = new ByteArrayOutputStream();
        try {
            body.to(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Type, length, body. */
    static byte[] message(char type, Body body) {
        byte[] content = bytes(body);
        return bytes(out -> {
            out.writeByte(type);
            out.writeInt(content.length + 4);
            out.write(content);
        });
    }

    /** A message whose length field says what it likes. */
    static byte[] header(char type, int length) {
        return bytes(out -> {
            out.writeByte(type);
            out.writeInt(length);
        });
    }

    /** Length and body without a type, as before the login. */
    static byte[] untyped(Body body) {
        byte[] content = bytes(body);
        return bytes(out -> {
            out.writeInt(content.length + 4);
            out.write(content);
        });
    }

    /** A startup message with pairs of name and value. */
    static byte[] startup(int version, String... pairs) {
        return untyped(out -> {
            out.writeInt(version);
            for (String text : pairs) {
                string(out, text);
            }
            out.writeByte(0);
        });
    }

    static byte[] sslRequest() {
        return untyped(out -> out.writeInt(SSL));
    }

    static byte[] gssEncRequest() {
        return untyped(out -> out.writeInt(GSSENC));
    }

    static byte[] cancelRequest(int pid, int secret) {
        return untyped(out -> {
            out.writeInt(CANCEL);
            out.writeInt(pid);
            out.writeInt(secret);
        });
    }

    static byte[] password(String text) {
        return message('p', out -> string(out, text));
    }

    static byte[] saslInitial(String mechanism, String first) {
        return message('p', out -> {
            string(out, mechanism);
            byte[] content = first.getBytes(UTF_8);
            out.writeInt(content.length);
            out.write(content);
        });
    }

    static byte[] saslResponse(String text) {
        return message('p', out -> out.write(text.getBytes(UTF_8)));
    }

    static byte[] query(String sql) {
        return message('Q', out -> string(out, sql));
    }

    static byte[] parse(String statement, String sql, int... types) {
        return message('P', out -> {
            string(out, statement);
            string(out, sql);
            out.writeShort(types.length);
            for (int type : types) {
                out.writeInt(type);
            }
        });
    }

    /** Parameters and results all as text; a null parameter is NULL. */
    static byte[] bind(String portal, String statement, String... parameters) {
        return message('B', out -> {
            string(out, portal);
            string(out, statement);
            out.writeShort(0);
            out.writeShort(parameters.length);
            for (String parameter : parameters) {
                if (parameter == null) {
                    out.writeInt(-1);
                } else {
                    byte[] content = parameter.getBytes(UTF_8);
                    out.writeInt(content.length);
                    out.write(content);
                }
            }
            out.writeShort(0);
        });
    }

    /** @param kind S for a statement, P for a portal */
    static byte[] describe(char kind, String name) {
        return message('D', out -> {
            out.writeByte(kind);
            string(out, name);
        });
    }

    static byte[] execute(String portal, int maxRows) {
        return message('E', out -> {
            string(out, portal);
            out.writeInt(maxRows);
        });
    }

    /** @param kind S for a statement, P for a portal */
    static byte[] close(char kind, String name) {
        return message('C', out -> {
            out.writeByte(kind);
            string(out, name);
        });
    }

    /** Parse, Bind, Execute of an unnamed statement, without a Sync. */
    static byte[] extended(String sql, String... parameters) {
        return concat(parse("", sql), bind("", "", parameters), execute("", 0));
    }

    static byte[] sync() {
        return message('S', out -> {});
    }

    static byte[] flush() {
        return message('H', out -> {});
    }

    static byte[] terminate() {
        return message('X', out -> {});
    }

    static byte[] copyData(String text) {
        return message('d', out -> out.write(text.getBytes(UTF_8)));
    }

    static byte[] copyDone() {
        return message('c', out -> {});
    }

    static byte[] copyFail(String reason) {
        return message('f', out -> string(out, reason));
    }

    static byte[] concat(byte[]... parts) {
        return bytes(out -> {
            for (byte[] part : parts) {
                out.write(part);
            }
        });
    }

    private static void string(DataOutputStream out, String text) throws IOException {
        out.write(text.getBytes(UTF_8));
        out.writeByte(0);
    }
}
