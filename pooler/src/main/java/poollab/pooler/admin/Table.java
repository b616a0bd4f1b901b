package poollab.pooler.admin;

import java.util.List;
import poollab.pooler.wire.Out;

/** What a SHOW command shows: columns, and rows of values as text; null is NULL. */
public record Table(List<Column> columns, List<List<String>> rows) {
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    public List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /** As an answer to a query, without what ends it. */
    Out write(Out out) {
        out.begin('T').i16(columns.size());
        for (Column column : columns)
            out.text(column.name).i32(0).i16(0).i32(column.type.oid).i16(column.type.size).i32(-1).i16(0);
        out.end();
        for (List<String> row : rows) {
            out.begin('D').i16(row.size());
            row.forEach(out::value);
            out.end();
        }
        return out;
    }

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
