package poollab.pooler.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.pooler.auth.ScramExchange.RANDOM;
import static poollab.pooler.auth.ScramExchange.client;
import static poollab.pooler.auth.ScramExchange.run;
import static poollab.pooler.auth.ScramExchange.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** PostgreSQL itself judges: whom it lets in, and what it makes of a password. */
class PostgresTest {
    private static EmbeddedPostgres postgres;
    private static Connection admin;

    @BeforeAll
    @Timeout(60)
    static void start() throws IOException, SQLException {
        postgres = EmbeddedPostgres.builder().setServerConfig("password_encryption", "scram-sha-256").start();
        admin = postgres.getPostgresDatabase().getConnection();
        Files.writeString(Path.of(text("SHOW hba_file")), """
                host all postgres   127.0.0.1/32 trust
                host all hashed     127.0.0.1/32 md5
                host all all        127.0.0.1/32 scram-sha-256
                """);
        execute("SELECT pg_reload_conf()");
        execute("CREATE ROLE kim LOGIN");
        // A reload takes a moment; nobody but the administrator is trusted after it.
        while (true) {
            try {
                PostgresLogin.scram(postgres.getPort(), "kim", client("wrong"));
            } catch (IOException | AuthFailure e) {
                if (e.getMessage().contains("password authentication failed")) {
                    break;
                }
            }
        }
    }

    @AfterAll
    static void stop() throws IOException, SQLException {
        admin.close();
        postgres.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(String sql) throws SQLException {
        try (Statement statement = admin.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Secret verifierOf(String user) throws SQLException {
        return Secret.parse(text("SELECT rolpassword FROM pg_authid WHERE rolname = '" + user + "'"));
    }

    private static void setPassword(String user, String password) throws SQLException {
        execute("ALTER ROLE " + user + " PASSWORD " + literal(password));
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    @ParameterizedTest
    @FieldSource("poollab.pooler.auth.ScramExchange#ODD_PASSWORDS")
    void a_login_with_an_odd_password_and_its_keys_passed_through(String password) throws Exception {
        setPassword("kim", password);
        assertThatCode(() -> PostgresLogin.scram(postgres.getPort(), "kim", client(password))).doesNotThrowAnyException();

        ScramServer pooler = server(verifierOf("kim"));
        run(client(password), pooler);
        ScramKeys keys = pooler.keys().orElseThrow();
        assertThatCode(() -> PostgresLogin.scram(postgres.getPort(), "kim", new ScramClient(keys, RANDOM)))
                .doesNotThrowAnyException();
        assertThat(verifierOf("kim").accepts("kim", password)).isTrue();
    }

    @Test
    void a_wrong_password_is_refused() throws SQLException {
        setPassword("kim", "right");
        assertThatThrownBy(() -> PostgresLogin.scram(postgres.getPort(), "kim", client("wrong")))
                .hasMessageContaining("password authentication failed");
        assertThatThrownBy(() -> run(client("wrong"), server(verifierOf("kim")))).isInstanceOf(AuthFailure.class);
    }

    @Test
    void an_md5_login_with_the_hash_and_with_the_password() throws Exception {
        execute("SET password_encryption = md5");
        execute("CREATE ROLE hashed LOGIN PASSWORD 'a\"b''ü'");
        execute("RESET password_encryption");
        Secret stored = verifierOf("hashed");
        assertThat(stored).isEqualTo(new Secret.Md5(Md5.hash("a\"b'ü", "hashed")));
        PostgresLogin.md5(postgres.getPort(), "hashed", stored);
        PostgresLogin.md5(postgres.getPort(), "hashed", new Secret.Plain("a\"b'ü"));
        assertThatThrownBy(() -> PostgresLogin.md5(postgres.getPort(), "hashed", new Secret.Plain("ab")))
                .hasMessageContaining("password authentication failed");
    }

    /** Each character alone and among others, and random mixtures of scripts and directions. */
    @Test
    void sasl_prep_agrees_with_postgresql() throws SQLException {
        Random random = new Random(4013);
        String sample = "a1 \u00AD\u1680\u200B\u00AA\u2168\u0627\u0628\u05D0\u2135\u0661\u0301\u0340\uFB01\uFEFF\u0378é";
        List<String> passwords = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            String character = Character.toString(assigned(random));
            passwords.add(character);
            passwords.add("a" + character + "\u0301");
            passwords.add(IntStream.range(0, 1 + random.nextInt(4))
                    .mapToObj(ignored -> String.valueOf(sample.charAt(random.nextInt(sample.length()))))
                    .reduce(character, String::concat));
        }
        assertThat(disagreeing(passwords)).isEmpty();
    }

    private static int assigned(Random random) {
        int limit = random.nextInt(4) == 0 ? 0x20000 : 0x10000;
        int c;
        do {
            c = 0x80 + random.nextInt(limit - 0x80);
        } while (c >= 0xD800 && c <= 0xDFFF || !Character.isDefined(c) && random.nextInt(10) > 0);
        return c;
    }

    /** Those whose verifier PostgreSQL makes of other bytes than we do. */
    private static List<String> disagreeing(List<String> passwords) throws SQLException {
        execute("SET scram_iterations = 1");
        execute("CREATE TEMP TABLE verifier (n int, secret text)");
        StringBuilder array = new StringBuilder();
        passwords.forEach(password -> array.append(array.isEmpty() ? "" : ",").append(literal(password)));
        execute("""
                DO $do$ DECLARE passwords text[] := ARRAY[%s]; BEGIN
                  FOR i IN 1..array_length(passwords, 1) LOOP
                    EXECUTE format('ALTER ROLE kim PASSWORD %%L', passwords[i]);
                    INSERT INTO verifier SELECT i, rolpassword FROM pg_authid WHERE rolname = 'kim';
                  END LOOP;
                END $do$""".formatted(array));
        List<String> disagreeing = new ArrayList<>();
        try (Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n, secret FROM verifier ORDER BY n")) {
            while (rows.next()) {
                String password = passwords.get(rows.getInt(1) - 1);
                if (!Secret.parse(rows.getString(2)).accepts("kim", password)) {
                    disagreeing.add(password.codePoints().mapToObj(c -> String.format("U+%04X", c)).toList().toString());
                }
            }
        }
        execute("DROP TABLE verifier");
        execute("RESET scram_iterations");
        return disagreeing;
    }
}
