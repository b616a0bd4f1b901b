package poollab.labs.leak;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What the bookshop's requests ask of the database. None of these closes the connection. */
final class Shop {
    /** The report that someone wrote in a hurry: the three tables are joined by nothing, so it runs for hours. */
    private static final String FORGOTTEN_JOIN =
            "select sum(i.quantity * b.price) from order_items i, orders o, books b where o.status = 'shipped'";

    private Shop() {}

    /** How many orders a customer has made: a point read. */
    static long countOrders(Connection connection, int customer) throws SQLException {
        String sql = "select count(*) from orders where customer_id = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, customer);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Takes one copy of a book from the stock: locks its row until the transaction ends. */
    static void sellOne(Connection connection, int book) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("update books set stock = stock - 1 where id = ?")) {
            statement.setInt(1, book);
            statement.executeUpdate();
        }
    }

    /** All books, fetched ten at a time. The caller must read to the end or close: until then the connection is busy. */
    // tag::open-reader[]
    static ResultSet browse(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        Statement statement = connection.createStatement();
        statement.setFetchSize(10);
        ResultSet books = statement.executeQuery("select id, title, price from books order by title");
        books.next();
        return books;
    }
    // end::open-reader[]

    /** Runs until someone cancels it. */
    static void hopelessReport(Statement statement) throws SQLException {
        statement.execute(FORGOTTEN_JOIN);
    }
}
