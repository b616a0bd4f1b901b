package poollab.pooler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsTableTest {
    /** SHOW CONFIG of PgBouncer 1.25.2 without an ini file's changes: name = default; - is NULL, '' empty, ! needs a restart. */
    private static final String PGBOUNCER = """
            admin_users = ''
            application_name_add_host = 0
            auth_dbname = -
            auth_file = -
            auth_hba_file = ''
            auth_ident_file = -
            auth_ldap_options = -
            auth_query = SELECT rolname, CASE WHEN rolvaliduntil < now() THEN NULL ELSE rolpassword END FROM pg_authid WHERE rolname=$1 AND rolcanlogin
            auth_type = md5
            auth_user = -
            autodb_idle_timeout = 3600
            cancel_wait_timeout = 10
            client_idle_timeout = 0
            client_login_timeout = 60
            client_tls13_ciphers = -
            client_tls_ca_file = ''
            client_tls_cert_file = ''
            client_tls_ciphers = default
            client_tls_dheparams = auto
            client_tls_ecdhcurve = auto
            client_tls_key_file = ''
            client_tls_protocols = secure
            client_tls_sslmode = disable
            conffile = -
            default_pool_size = 20
            !disable_pqexec = 0
            dns_max_ttl = 15
            dns_nxdomain_ttl = 15
            dns_zone_check_period = 0
            idle_transaction_timeout = 0
            ignore_startup_parameters = ''
            !job_name = pgbouncer
            !listen_addr = ''
            !listen_backlog = 128
            !listen_port = 6432
            log_connections = 1
            log_disconnections = 1
            log_pooler_errors = 1
            log_stats = 1
            logfile = ''
            max_client_conn = 100
            max_db_client_connections = 0
            max_db_connections = 0
            max_packet_size = 2147483647
            max_prepared_statements = 200
            max_user_client_connections = 0
            max_user_connections = 0
            min_pool_size = 0
            peer_id = 0
            !pidfile = ''
            !pkt_buf = 4096
            pool_mode = session
            query_timeout = 0
            query_wait_notify = 5
            query_wait_timeout = 120
            reserve_pool_size = 0
            reserve_pool_timeout = 5
            !resolv_conf = ''
            sbuf_loopcnt = 5
            scram_iterations = 4096
            server_check_delay = 30
            server_check_query = <empty>
            server_connect_timeout = 15
            server_fast_close = 0
            server_idle_timeout = 600
            server_lifetime = 3600
            server_login_retry = 15
            server_reset_query = DISCARD ALL
            server_reset_query_always = 0
            server_round_robin = 0
            server_tls13_ciphers = -
            server_tls_ca_file = ''
            server_tls_cert_file = ''
            server_tls_ciphers = default
            server_tls_key_file = ''
            server_tls_protocols = secure
            server_tls_sslmode = prefer
            !so_reuseport = 0
            stats_period = 60
            stats_users = ''
            suspend_timeout = 10
            syslog = 0
            syslog_facility = daemon
            syslog_ident = pgbouncer
            tcp_defer_accept = 1
            tcp_keepalive = 1
            tcp_keepcnt = 0
            tcp_keepidle = 0
            tcp_keepintvl = 0
            tcp_socket_buffer = 0
            tcp_user_timeout = 0
            !track_extra_parameters = IntervalStyle
            transaction_timeout = 0
            !unix_socket_dir = /tmp
            !unix_socket_group = ''
            !unix_socket_mode = 0777
            !user = -
            verbose = -
            """;

    private static final List<String> LINES = PGBOUNCER.lines().toList();

    @Test
    void thereAreThe98SettingsOfPgBouncerInTheOrderOfShowConfig() {
        assertThat(LINES).hasSize(98);
        assertThat(Arrays.stream(Key.values()).filter(key -> !key.own()).map(SettingsTableTest::line)).containsExactlyElementsOf(LINES);
        assertThat(Key.names()).isSorted();
    }

    @Test
    void ownSettingsAreFew() {
        assertThat(Arrays.stream(Key.values()).filter(Key::own).map(SettingsTableTest::line))
                .containsExactly("!metrics_addr = 127.0.0.1", "!metrics_port = 0");
    }

    @Test
    void everySettingIsFoundByItsName() {
        for (Key key : Key.values()) assertThat(Key.named(key.keyName())).contains(key);
        assertThat(Key.named("pool_mod")).isEmpty();
        assertThat(Key.named("Pool_Mode")).as("PgBouncer knows lower case only").isEmpty();
        assertThat(Key.named("service_name")).contains(Key.JOB_NAME);
    }

    @Test
    void defaultsAreShownAsPgBouncerShowsThem() {
        Settings defaults = Settings.defaults();
        for (Key key : Key.values()) {
            String expected = switch (key) {
                case UNIX_SOCKET_MODE -> "511";
                case VERBOSE -> "0";
                default -> key.defaultText();
            };
            assertThat(entry(key, defaults.shown(key))).isEqualTo(entry(key, expected));
        }
    }

    @Test
    void whatHasNothingToActOnInAJvmIsKnown() {
        assertThat(Arrays.stream(Key.values()).filter(key -> !key.effective()).map(Key::keyName))
                .containsExactly(
                        "dns_max_ttl", "dns_nxdomain_ttl", "dns_zone_check_period", "pkt_buf",
                        "resolv_conf", "sbuf_loopcnt", "suspend_timeout", "syslog", "syslog_facility", "syslog_ident",
                        "tcp_defer_accept", "tcp_user_timeout", "user");
    }

    private static String line(Key key) {
        String text = key.defaultText() == null ? "-" : key.defaultText().isEmpty() ? "''" : key.defaultText();
        return (key.reloadable() ? "" : "!") + key.keyName() + " = " + text;
    }
}
