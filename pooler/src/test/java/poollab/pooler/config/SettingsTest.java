package poollab.pooler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private final Settings defaults = Settings.defaults();

    @Test
    void aChangeGivesNewSettingsAndLeavesTheOld() throws BadValue {
        Settings changed = defaults.with(Key.POOL_MODE, "transaction").with(Key.AUTH_TYPE, "scram-sha-256");

        assertThat(changed.poolMode()).isEqualTo(PoolMode.TRANSACTION);
        assertThat(changed.authType()).isEqualTo(AuthType.SCRAM_SHA_256);
        assertThat(defaults.poolMode()).isEqualTo(PoolMode.SESSION);
        assertThat(defaults.authType()).isEqualTo(AuthType.MD5);
        assertThat(changed).hasToString("[auth_type=scram-sha-256, pool_mode=transaction]");
    }

    @ParameterizedTest
    @CsvSource({
        "30, 30, 30000000", "0.5, 0.5, 500000", ".5, 0.5, 500000", "5., 5, 5000000", "1e3, 1000, 1000000000",
        "0.00001, 1e-05, 10", "0.1234567, 0.123456, 123456", "999999, 999999, 999999000000",
        "999999.5, 1e+06, 999999500000", "1000000, 1e+06, 1000000000000", "2592000, 2.592e+06, 2592000000000",
        "1234567, 1.23457e+06, 1234567000000", "0, 0, 0", "100, 100, 100000000"
    })
    void aTimeIsShownInSecondsAsPgBouncerDoes(String written, String shown, long micros) throws BadValue {
        Settings changed = defaults.with(Key.QUERY_TIMEOUT, written);

        assertThat(changed.text(Key.QUERY_TIMEOUT)).isEqualTo(shown);
        assertThat(changed.micros(Key.QUERY_TIMEOUT)).isEqualTo(micros);
    }

    @Test
    void wholeNumbersThatAreTimesHaveTheirUnits() throws BadValue {
        assertThat(defaults.micros(Key.STATS_PERIOD)).isEqualTo(60_000_000);
        assertThat(defaults.micros(Key.QUERY_WAIT_NOTIFY)).isEqualTo(5_000_000);
        assertThat(defaults.with(Key.TCP_USER_TIMEOUT, "250").micros(Key.TCP_USER_TIMEOUT)).isEqualTo(250_000);
    }

    @ParameterizedTest
    @EnumSource(Key.class)
    void everySettingCanBeAskedInOneWay(Key key) {
        boolean time = key.domain() instanceof Domain.Seconds;
        boolean number = key.domain() instanceof Domain.Whole || key.domain() instanceof Domain.Switch
                || key.domain() instanceof Domain.FileMode;

        if (time) assertThat(defaults.micros(key)).isNotNegative();
        else if (number) assertThat(defaults.number(key)).isNotNegative();
        else assertThatThrownBy(() -> defaults.number(key)).hasMessageContaining("is not a number");
    }

    @ParameterizedTest
    @CsvSource({"0x10, 16", "010, 8", "+7, 7", "0, 0"})
    void wholeNumbersAreReadAsInC(String written, int number) throws BadValue {
        assertThat(defaults.with(Key.MAX_CLIENT_CONN, written).number(Key.MAX_CLIENT_CONN)).isEqualTo(number);
    }

    @Test
    void theLargestPacketSizeOfAllIsShownAndCountsAsTheLargestInt() throws BadValue {
        Settings changed = defaults.with(Key.MAX_PACKET_SIZE, "4294967295");

        assertThat(changed.text(Key.MAX_PACKET_SIZE)).isEqualTo("4294967295");
        assertThat(changed.number(Key.MAX_PACKET_SIZE)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void namesAreTakenInAnyCaseAndShownInLowerCase() throws BadValue {
        assertThat(defaults.with(Key.POOL_MODE, "TRANSACTION").text(Key.POOL_MODE)).isEqualTo("transaction");
        assertThat(defaults.with(Key.SERVER_TLS_SSLMODE, "Verify-Full").text(Key.SERVER_TLS_SSLMODE)).isEqualTo("verify-full");
    }

    @Test
    void emptyMeansUnsetOnlyWhereTheDefaultIsNothing() throws BadValue {
        assertThat(defaults.text(Key.LISTEN_ADDR)).isNull();
        assertThat(defaults.shown(Key.LISTEN_ADDR)).isEmpty();
        assertThat(defaults.shown(Key.AUTH_FILE)).isNull();
        assertThat(defaults.with(Key.AUTH_FILE, "").text(Key.AUTH_FILE)).isNull();
        assertThat(defaults.with(Key.SERVER_RESET_QUERY, "").text(Key.SERVER_RESET_QUERY)).isEmpty();
        assertThat(defaults.with(Key.UNIX_SOCKET_DIR, "").text(Key.UNIX_SOCKET_DIR)).isEmpty();
    }

    @Test
    void aListIsSplitAtCommas() throws BadValue {
        assertThat(defaults.with(Key.ADMIN_USERS, "a, b ,,c").list(Key.ADMIN_USERS)).containsExactly("a", "b", "c");
        assertThat(defaults.list(Key.STATS_USERS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            POOL_MODE            | transacton  | pool_mode: "transacton" is not one of session, transaction, statement; did you mean transaction?
            POOL_MODE            | 7           | pool_mode: "7" is not one of session, transaction, statement
            AUTH_TYPE            | peer        | auth_type: "peer" is not one of any, trust, plain, md5, cert, hba, ldap, pam, scram-sha-256
            DEFAULT_POOL_SIZE    | -1          | default_pool_size: -1 is out of range; allowed: a whole number from 0
            MAX_CLIENT_CONN      | many        | max_client_conn: "many" is not a number; allowed: a whole number from 0
            MAX_CLIENT_CONN      | 99999999999 | max_client_conn: 99999999999 is out of range; allowed: a whole number from 0
            LISTEN_PORT          | 65536       | listen_port: 65536 is out of range; allowed: a whole number from 0 to 65535
            PEER_ID              | 16384       | peer_id: 16384 is out of range; allowed: a whole number from 0 to 16383
            SCRAM_ITERATIONS     | 0           | scram_iterations: 0 is out of range; allowed: a whole number from 1
            MAX_PACKET_SIZE      | 99999999999999999999 | max_packet_size: 99999999999999999999 is out of range; allowed: a whole number from 0 to 4294967295
            LOG_CONNECTIONS      | yes         | log_connections: "yes" is not a number; allowed: 1 (on) or 0 (off)
            QUERY_TIMEOUT        | 5min        | query_timeout: "5min" is not a time; allowed: seconds without a unit, such as 30 or 0.5
            QUERY_TIMEOUT        | -1          | query_timeout: "-1" is not a time; allowed: seconds without a unit, such as 30 or 0.5
            QUERY_TIMEOUT        | 1e300       | query_timeout: 1e300 is out of range; allowed: seconds up to 9223372036854
            UNIX_SOCKET_MODE     | 0999        | unix_socket_mode: "0999" is not a number; allowed: an octal file mode from 0 to 0777
            UNIX_SOCKET_MODE     | 01777       | unix_socket_mode: 01777 is out of range; allowed: an octal file mode from 0 to 0777
            SERVER_TLS_SSLMODE   | required    | server_tls_sslmode: "required" is not one of disable, allow, prefer, require, verify-ca, verify-full; did you mean require?
            CLIENT_TLS_PROTOCOLS | tlsv1.2,tls1.3 | client_tls_protocols: "tls1.3" is not one of tlsv1.0, tlsv1.1, tlsv1.2, tlsv1.3, all, secure, legacy; did you mean tlsv1.3?
            AUTH_DBNAME          | pgbouncer   | auth_dbname: cannot use the reserved "pgbouncer" database as an auth_dbname; name one that a server has
            """)
    void aBadValueIsToldWithWhatIsAllowed(Key key, String value, String message) {
        assertThatThrownBy(() -> defaults.with(key, value)).isInstanceOf(BadValue.class).hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secure", "all", "tlsv1.2,tlsv1.3", "tlsv1.2:TLSv1.3", "all, !tlsv1.0", "legacy", ""})
    void tlsVersionsAreAListOrAShortcut(String protocols) throws BadValue {
        assertThat(defaults.with(Key.SERVER_TLS_PROTOCOLS, protocols).shown(Key.SERVER_TLS_PROTOCOLS)).isEqualTo(protocols);
    }
}
