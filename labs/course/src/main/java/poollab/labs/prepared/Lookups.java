package poollab.labs.prepared;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;
import poollab.load.Work;

/** A transaction with one of eight queries in no order, by key. Each says what it is, so that the answer of another one is noticed. */
record Lookups() implements Work {
    private static final long serialVersionUID = 1L;

    /** The code of an answer that belongs to another statement: no database would give one. */
    static final String WRONG = "WRONG";
    /** Keys that every table has. */
    private static final int KEYS = 1_000;

    /** @param kind what the first column of its answer says */
    record Query(String kind, String sql) {}

    static final List<Query> ALL = List.of(
            simple("title", "title", "books"),
            simple("author", "author", "books"),
            simple("price", "price::text", "books"),
            simple("stock", "stock::text", "books"),
            simple("customer", "name", "customers"),
            simple("city", "city", "customers"),
            simple("status", "status", "orders"),
            new Query("items", "select 'items', o.id, c.name || ': ' || string_agg(b.title, ', ') from orders o"
                    + " join customers c on c.id = o.customer_id join order_items i on i.order_id = o.id"
                    + " join books b on b.id = i.book_id where o.id = ? group by o.id, c.name"));

    private static Query simple(String kind, String column, String table) {
        return new Query(kind, "select '" + kind + "', id, " + column + " from " + table + " where id = ?");
    }

    @Override
    public void perform(Connection connection, RandomGenerator random) throws SQLException {
        // tag::lookup[]
        connection.setAutoCommit(false);
        try {
            lookUp(connection, ALL.get(random.nextInt(ALL.size())), random);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
        // end::lookup[]
    }

    private static void lookUp(Connection connection, Query query, RandomGenerator random) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
            statement.setInt(1, 1 + random.nextInt(KEYS));
            try (ResultSet row = statement.executeQuery()) {
                boolean right = !row.next() || query.kind().equals(row.getString(1));
                if (!right) throw new SQLException("asked for " + query.kind() + ", got " + row.getString(1), WRONG);
            }
        }
    }
}
