package poollab.pooler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTest {
    @Test
    void anIniFileIsReadWithItsCommentsIndentsAndBlanks() throws ConfigException {
        Config config = parse("""
                ; a comment
                # another
                [databases]
                  p0= port=6666 host=127.0.0.1 dbname=p0   user=bouncer pool_size=2 reserve_pool=3
                \tp1 = host = /tmp
                p2 =

                [users]
                    maxedout = max_user_connections=3
                \t[peers]
                2 = host=/tmp/two port=5555 pool_size=9
                1 = host=one
                [pgbouncer] pool_mode=statement
                    listen_port   =   6667\t
                server_reset_query =
                auth_query = SELECT 'a;b' # part of it
                """);

        assertThat(config.settings().poolMode()).isEqualTo(PoolMode.STATEMENT);
        assertThat(config.settings().number(Key.LISTEN_PORT)).isEqualTo(6667);
        assertThat(config.settings().text(Key.SERVER_RESET_QUERY)).isEmpty();
        assertThat(config.settings().text(Key.AUTH_QUERY)).isEqualTo("SELECT 'a;b' # part of it");
        assertThat(config.databases()).containsOnlyKeys("p0", "p1", "p2");
        DatabaseEntry p0 = config.databases().get("p0");
        assertThat(p0.host()).isEqualTo("127.0.0.1");
        assertThat(p0.port()).isEqualTo(6666);
        assertThat(p0.user()).isEqualTo("bouncer");
        assertThat(p0.poolSize()).isEqualTo(2);
        assertThat(p0.reservePoolSize()).isEqualTo(3);
        assertThat(config.databases().get("p1").host()).isEqualTo("/tmp");
        assertThat(config.users().get("maxedout").maxUserConnections()).isEqualTo(3);
        assertThat(config.peers().values())
                .containsExactly(new PeerEntry(1, "one", 6432, -1), new PeerEntry(2, "/tmp/two", 5555, 9));
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void windowsLineEndsAreBlanks() throws ConfigException {
        assertThat(parse("[pgbouncer]\r\npool_mode = transaction\r\n").settings().poolMode()).isEqualTo(PoolMode.TRANSACTION);
    }

    @Test
    void whatAnEntryLeavesOutIsNotSet() throws ConfigException {
        assertThat(database("x =")).isEqualTo(new DatabaseEntry("x", false, null, 5432, "x", null, null, null, null, null,
                -1, -1, -1, null, null, true, -1, -1, -1, Map.of()));
        assertThat(parse("[users]\nu =\n[pgbouncer]").users().get("u")).isEqualTo(UserEntry.unset("u"));
    }

    @Test
    void everyKeyOfADatabaseIsTaken() throws ConfigException {
        assertThat(database("x = host=a,b port=1 dbname=d user=u password=p auth_user=au auth_query='SELECT $1' auth_dbname=ad"
                        + " pool_size=1 min_pool_size=2 reserve_pool_size=3 connect_query='SET a = ''b''' pool_mode=Transaction"
                        + " load_balance_hosts=disable max_db_connections=4 max_db_client_connections=5 server_lifetime=0.5"
                        + " client_encoding=UTF8 datestyle=ISO timezone=UTC application_name=app"))
                .isEqualTo(new DatabaseEntry("x", false, "a,b", 1, "d", "u", "p", "au", "SELECT $1", "ad", 1, 2, 3,
                        "SET a = 'b'", PoolMode.TRANSACTION, false, 4, 5, 500_000,
                        Map.of("client_encoding", "UTF8", "datestyle", "ISO", "timezone", "UTC", "application_name", "app")));
    }

    @Test
    void everyKeyOfAUserIsTaken() throws ConfigException {
        Config config = parse("""
                [users]
                u = pool_size=1 reserve_pool_size=2 pool_mode=session max_user_connections=3 \
                max_user_client_connections=4 query_timeout=5 idle_transaction_timeout=6 transaction_timeout=7.5 \
                client_idle_timeout=8
                [pgbouncer]
                """);

        assertThat(config.users().get("u")).isEqualTo(
                new UserEntry("u", 1, 2, PoolMode.SESSION, 3, 4, 5_000_000, 6_000_000, 7_500_000, 8_000_000));
    }

    @Test
    void aTimeOfZeroInAnEntryLeavesTheGlobalOneInForce() throws ConfigException {
        assertThat(database("x = server_lifetime=0").serverLifetimeMicros()).isEqualTo(-1);
    }

    @Test
    void aPasswordKeepsEveryCharacter() throws ConfigException {
        assertThat(database("x = password='a\"b\\c d=e%40$P''q;#' user=u").password()).isEqualTo("a\"b\\c d=e%40$P'q;#");
        assertThat(database("x = password=a\"b\\c=e%40$P'q;# user=u").password()).isEqualTo("a\"b\\c=e%40$P'q;#");
        assertThat(database("x = password=secret user=u").toString()).doesNotContain("secret");
    }

    @Test
    void namesWithOtherCharactersStandInQuotes() throws ConfigException {
        Config config = parse("""
                [databases]
                'my db' = host=a
                "say ""hi\""" = host=b
                'grün=x'=host=c
                plain.-_9 = host=d
                [users]
                'a b' = pool_size=1
                [pgbouncer]
                """);

        assertThat(config.databases()).containsOnlyKeys("my db", "say \"hi\"", "grün=x", "plain.-_9");
        assertThat(config.users()).containsOnlyKeys("a b");
    }

    @Test
    void theLaterOfTwoCounts() throws ConfigException {
        Config config = parse("""
                [databases]
                x = host=first port=1
                [pgbouncer]
                pool_mode = statement
                pool_mode = transaction
                [databases]
                x = host=second host=third
                y = host=y
                """);

        assertThat(config.settings().poolMode()).isEqualTo(PoolMode.TRANSACTION);
        assertThat(config.databases()).containsOnlyKeys("x", "y");
        assertThat(config.databases().get("x").host()).isEqualTo("third");
        assertThat(config.databases().get("x").port()).isEqualTo(5432);
    }

    @Test
    void aSecondMainSectionStartsFromTheDefaultsAsInPgBouncerAndSaysSo() throws ConfigException {
        Config config = parse("""
                [pgbouncer]
                pool_mode = transaction
                auth_user = kept
                [pgbouncer]
                listen_port = 7000
                """);

        assertThat(config.settings().poolMode()).isEqualTo(PoolMode.SESSION);
        assertThat(config.settings().number(Key.LISTEN_PORT)).isEqualTo(7000);
        assertThat(config.settings().text(Key.AUTH_USER)).as("has no default to go back to").isEqualTo("kept");
        assertThat(config.warnings()).containsExactly(
                "my.ini:4: [pgbouncer] again: as in PgBouncer, settings above it are back at their defaults");
    }

    @Test
    void theFallbackBecomesAnEntryForAnyName() throws ConfigException {
        Config config = parse("[databases]\n* = host=h pool_size=3\nown = host=o\n[pgbouncer]");

        assertThat(config.databases()).containsOnlyKeys("own");
        assertThat(config.fallback().dbname()).isNull();
        DatabaseEntry made = config.database("any").orElseThrow();
        assertThat(made.name()).isEqualTo("any");
        assertThat(made.dbname()).isEqualTo("any");
        assertThat(made.automatic()).isTrue();
        assertThat(made.poolSize()).isEqualTo(3);
        assertThat(config.database("own").orElseThrow().automatic()).isFalse();
        assertThat(config.database("pgbouncer")).isEmpty();
    }

    @Test
    void aFallbackWithADatabaseLeadsEveryNameThere() throws ConfigException {
        assertThat(parse("[databases]\n* = dbname=one\n[pgbouncer]").database("any").orElseThrow().dbname()).isEqualTo("one");
        assertThat(parse("[pgbouncer]").database("any")).isEmpty();
    }

    @Test
    void settingsWithoutEffectAreNamedInOneWarning() throws ConfigException {
        assertThat(parse("[pgbouncer]\nuser = nobody\npkt_buf = 8192\ntcp_defer_accept = 0\nauth_type = pam").warnings())
                .containsExactly(
                        "my.ini: accepted, but without effect in this pooler: pkt_buf, tcp_defer_accept, user",
                        "my.ini: auth_type pam is not available in this pooler");
    }

    private static DatabaseEntry database(String line) throws ConfigException {
        return parse("[databases]\n" + line + "\n[pgbouncer]\n").databases().get("x");
    }

    private static Config parse(String text) throws ConfigException {
        return Config.parse(Path.of("my.ini"), text);
    }
}
