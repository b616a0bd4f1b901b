package poollab.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The course's running example: an online bookshop with customers, books, orders and order_items. */
public final class Bookstore {
    /** The database's name, and that of the application's role. */
    public static final String DATABASE = "bookstore";

    public static final String APPLICATION_ROLE = "bookstore";

    public static final String OBSERVER_ROLE = "observer";

    /** A single row by its key, with parameter 1 from 1 to {@link #BOOKS}: the smallest useful query. */
    public static final String POINT_READ = "select title, author, price, stock from books where id = ?";

    public static final int CUSTOMERS = 4_000;
    public static final int BOOKS = 1_200;
    public static final int ORDERS = 30_000;

    /**
     * The sales report of a quarter: the best-selling titles of each month and what was bought together with them. One
     * statement without parameters; some hundred times as long as {@link #POINT_READ}.
     */
    public static final String REPORT = Resources.text("report.sql");

    /** Changes whenever tables, rows or the server's settings change. Twelve hexadecimal digits. */
    public static final String SCHEMA_VERSION =
            hash(schema() + Resources.text("postgresql.conf") + Resources.text("pg_hba.conf"));

    private Bookstore() {}

    /** Creates and fills the tables; to be run by the application's role in an empty database. */
    static String schema() {
        return Resources.text("bookstore.sql");
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
