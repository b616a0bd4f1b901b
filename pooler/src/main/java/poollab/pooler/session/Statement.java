package poollab.pooler.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * A prepared statement under the name that the pooler gives it on servers: the same text with the same parameter types
 * is one statement, whichever clients prepared it and under whatever names.
 */
final class Statement {
    /** As in a Parse message after the name: the query, its zero, the parameter types. */
    final byte[] body;
    /** {@code PGBOUNCER_n} and its zero. */
    final byte[] name;
    private final int hash;
    /** How many clients and servers know it. */
    int uses;

    Statement(byte[] body, long number) {
        this.body = body;
        name = ("PGBOUNCER_" + number + "\0").getBytes(US_ASCII);
        hash = Arrays.hashCode(body);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Statement statement && hash == statement.hash && Arrays.equals(body, statement.body);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
