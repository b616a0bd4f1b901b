package poollab.pooler.admin;

import java.util.List;

/** What a SHOW command shows: columns, and rows of values as text; null is NULL. */
public record Table(List<Column> columns, List<List<String>> rows) {
    /** A column's name and its type on the wire. */
    public record Column(String name, Type type) {}

    /** With PostgreSQL's type number and size. */
    public enum Type {
        TEXT(25, -1), INT4(23, 4), INT8(20, 8), NUMERIC(1700, -1);

        final int oid;
        final int size;

        Type(int oid, int size) {
            this.oid = oid;
            this.size = size;
        }
    }
}
