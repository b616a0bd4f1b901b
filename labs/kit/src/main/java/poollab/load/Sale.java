package poollab.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.random.RandomGenerator;

/**
 * A book is sold over the counter: the five statements of pgbench's TPC-B-like transaction, with books for accounts,
 * cashiers for tellers, shops for branches and sales for the history.
 *
 * @param shops pgbench's scale: every sale updates the one row of its shop, so few shops mean many waits for a row
 * @param books books are 1 up to this number
 */
public record Sale(int shops, int books) implements Work {
    private static final int CASHIERS_PER_SHOP = 10;

    private static final String[] TABLES = {
        "drop table if exists load_sales, load_cashiers, load_shops",
        "create table load_shops (id integer primary key, takings bigint not null)",
        "create table load_cashiers (id integer primary key, takings bigint not null)",
        "create table load_sales (shop integer, cashier integer, book integer, amount integer, sold_at timestamptz)",
    };

    // Sold out means restocked: the stock may not fall below 0.
    private static final String TAKE = "update books set stock = case when stock > 0 then stock - 1 else 999 end where id = ?";
    private static final String LOOK = "select stock from books where id = ?";
    private static final String CASHIER = "update load_cashiers set takings = takings + ? where id = ?";
    private static final String SHOP = "update load_shops set takings = takings + ? where id = ?";
    private static final String NOTE =
            "insert into load_sales (shop, cashier, book, amount, sold_at) values (?, ?, ?, ?, current_timestamp)";

    /** Makes its three tables anew. The role must be allowed to create tables. */
    @Override
    public void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : TABLES) statement.execute(sql);
            statement.execute("insert into load_shops select id, 0 from generate_series(1, " + shops + ") id");
            statement.execute("insert into load_cashiers select id, 0 from generate_series(1, "
                    + shops * CASHIERS_PER_SHOP + ") id");
            statement.execute("vacuum analyze load_shops, load_cashiers");
        }
    }

    @Override
    public void perform(Connection connection, RandomGenerator random) throws SQLException {
        int book = 1 + random.nextInt(books);
        int cashier = 1 + random.nextInt(shops * CASHIERS_PER_SHOP);
        int shop = 1 + random.nextInt(shops);
        int amount = 1 + random.nextInt(100);
        connection.setAutoCommit(false);
        try {
            update(connection, TAKE, book);
            look(connection, book);
            update(connection, CASHIER, amount, cashier);
            update(connection, SHOP, amount, shop);
            update(connection, NOTE, shop, cashier, book, amount);
            connection.commit();
        } catch (SQLException e) {
            rollback(connection, e);
            throw e;
        }
        connection.setAutoCommit(true);
    }

    private static void rollback(Connection connection, SQLException reason) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private static void look(Connection connection, int book) throws SQLException {
        try (PreparedStatement look = connection.prepareStatement(LOOK)) {
            look.setInt(1, book);
            try (ResultSet row = look.executeQuery()) {
                row.next();
                row.getInt(1);
            }
        }
    }

    private static void update(Connection connection, String sql, int... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) update.setInt(i + 1, values[i]);
            update.executeUpdate();
        }
    }
}
