package poollab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;

class BundledPoolerTest {
    @TempDir
    static Path home;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start(
                Folders.at(home, Path.of("target", "lab-cache").toAbsolutePath()), EmbeddedPostgres.Options.standard());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void two_clients_of_the_application_share_a_backend() throws SQLException {
        try (BundledPooler pooler = BundledPooler.start(server, Map.of("pool_mode", "transaction", "default_pool_size", "1"));
                Connection one = DriverManager.getConnection(pooler.text("one"));
                Connection two = DriverManager.getConnection(pooler.text("two"))) {
            assertThat(backend(one)).isEqualTo(backend(two));
            assertThat(pooler.show("pools").toString()).contains("bookstore");
        }
        assertThat(server.folder().resolve("userlist.txt")).doesNotExist();
    }

    @Test
    void a_wrong_password_is_refused() {
        try (BundledPooler pooler = BundledPooler.start(server, Map.of())) {
            String wrong = pooler.text("web").replaceAll("password=[^&]*", "password=wrong");
            assertThatThrownBy(() -> DriverManager.getConnection(wrong).close()).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void a_setting_that_it_does_not_know_is_refused_and_leaves_no_password_behind() {
        assertThatThrownBy(() -> BundledPooler.start(server, Map.of("default_pool_sise", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("default_pool_sise");
        assertThat(server.folder().resolve("userlist.txt")).doesNotExist();
    }
}
