package poollab.pooler.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log;
import poollab.pooler.net.Loop;
import poollab.pooler.session.Core;
import poollab.pooler.session.Events;
import poollab.pooler.wire.Wire;

class CommandsTest {
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final List<String> happened = new ArrayList<>();
    private boolean readable = true;
    private Core core;
    private Commands commands;

    @BeforeEach
    void a_pooler_with_one_database() throws IOException, ConfigException {
        Config config = Config.parse(Path.of("test.ini"), """
                [databases]
                a = host=h
                [pgbouncer]
                """);
        core = new Core(new Loop(() -> 1_000_000_000_000L, defect -> { throw defect; }), new Log(new PrintStream(log, true, StandardCharsets.UTF_8)), Events.NONE, config);
        core.console(new AdminConsole(core, () -> true, () -> {}));
        core.inventory.adopt(config);
        commands = new Commands(core, new Tables(core), () -> {
            happened.add("reload");
            return readable;
        }, () -> happened.add("stopListening"));
    }

    private Reply run(String text) {
        return commands.run(text, true);
    }

    private static Reply refusal(String text) {
        return new Reply.Refused(Wire.PROTOCOL_VIOLATION, text, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"set query_timeout=1", "reload", "pause", "pause a", "resume", "suspend", "disable a", "enable a", "reconnect", "wait_close", "kill",
        "kill_client 1", "shutdown", "shutdown wait_for_clients", "show fds"})
    void who_may_only_look_changes_nothing(String text) {
        assertThat(commands.run(text, false)).isEqualTo(refusal("admin access needed"));
        assertThat(happened).isEmpty();
    }

    @Test
    void who_may_only_look_may_look() {
        assertThat(commands.run("show pools", false)).isInstanceOf(Reply.Shown.class);
        assertThat(commands.run("select pools", false)).isInstanceOf(Reply.Shown.class);
    }

    @ParameterizedTest
    @CsvSource({"pause pgbouncer, cannot pause admin db: pgbouncer", "pause x, no such database: x", "resume a, database a is not paused", "resume x, no such database: x",
        "resume, pooler is not paused/suspended", "disable, a database is required", "disable pgbouncer, cannot disable admin db: pgbouncer",
        "reconnect pgbouncer, cannot reconnect admin db: pgbouncer", "wait_close pgbouncer, cannot wait in admin db: pgbouncer", "kill pgbouncer, cannot kill admin db: pgbouncer",
        "kill x, no such database: x", "kill_client, invalid client pointer supplied", "kill_client x, invalid client pointer supplied", "kill_client 7, client not found",
        "kill_client 99999999999999999999, client not found", "set nonsense=1, SET failed", "set query_timeout=x, SET failed"})
    void what_cannot_be_done_is_refused_in_PgBouncers_words(String text, String refusal) {
        assertThat(run(text)).isEqualTo(refusal(refusal));
    }

    @Test
    void what_was_typed_by_mistake_is_told_back_but_not_logged() {
        Reply reply = run("alter user me password 'geheim'");
        assertThat(reply).isInstanceOfSatisfying(Reply.Refused.class, refused -> {
            assertThat(refused.text()).isEqualTo("invalid command 'alter user me password 'geheim'', use SHOW HELP;");
            assertThat(refused.logged()).doesNotContain("geheim");
        });
        assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("geheim");
    }

    @Test
    void set_changes_a_setting_and_repeats_what_was_typed() {
        assertThat(run("SET Query_timeout='5'")).isEqualTo(refusal("SET failed"));
        assertThat(run("SET query_timeout='5'")).isEqualTo(new Reply.Done("SET query_timeout=5"));
        assertThat(core.settings().shown(Key.QUERY_TIMEOUT)).isEqualTo("5");
    }

    @Test
    void set_leaves_alone_what_needs_a_restart_and_says_nothing_of_it() {
        assertThat(run("set listen_port=1")).isEqualTo(new Reply.Done("SET listen_port=1"));
        assertThat(core.settings().number(Key.LISTEN_PORT)).isEqualTo(6432);
    }

    @Test
    void set_refuses_what_the_pooler_does_not_have() {
        assertThat(run("set auth_type=pam")).isEqualTo(refusal("SET failed"));
    }

    @Test
    void set_tells_when_encryption_stays_as_it_was() {
        assertThat(run("set client_tls_sslmode=require"))
                .isEqualTo(new Reply.Notice("TLS settings could not be applied, still using old configuration", null, "SET client_tls_sslmode=require"));
    }

    @Test
    void what_drivers_set_and_ask_at_login_is_pretended() {
        assertThat(run("SET DateStyle = 'ISO'")).isEqualTo(new Reply.Notice("SET ignored", null, "SET"));
        assertThat(run("show client_encoding")).isInstanceOfSatisfying(Reply.Shown.class, shown -> assertThat(shown.table().rows()).containsExactly(List.of("UTF-8")));
    }

    @Test
    void a_reload_that_fails_says_so_with_a_code_of_its_own() {
        assertThat(run("reload")).isEqualTo(new Reply.Done("RELOAD"));
        readable = false;
        assertThat(run("reload")).isInstanceOfSatisfying(Reply.Refused.class, refused -> assertThat(refused.code()).isEqualTo("F0000"));
        assertThat(happened).containsExactly("reload", "reload");
    }

    @Test
    void pausing_all_is_answered_later_and_a_database_without_servers_is_paused_at_once() {
        assertThat(run("pause a")).isEqualTo(new Reply.Done("PAUSE"));
        assertThat(run("suspend")).isEqualTo(refusal("cannot suspend with paused databases"));
        assertThat(run("resume a")).isEqualTo(new Reply.Done("RESUME"));
        assertThat(run("pause")).isInstanceOfSatisfying(Reply.Later.class, later -> assertThat(later.awaited()).isEqualTo(Reply.Awaited.PAUSE));
        assertThat(run("pause")).isEqualTo(refusal("already suspended/paused"));
        assertThat(run("kill")).isEqualTo(refusal("already suspended/paused"));
        assertThat(run("resume")).isEqualTo(new Reply.Done("RESUME"));
    }

    @Test
    void who_cancels_a_pause_takes_it_back() {
        Reply.Later later = (Reply.Later) run("pause");
        later.undo().run();
        assertThat(core.isPaused()).isFalse();
    }

    @Test
    void a_pooler_that_is_ending_cannot_be_resumed() {
        assertThat(run("shutdown wait_for_servers")).isEqualTo(new Reply.Done("SHUTDOWN"));
        assertThat(run("resume")).isEqualTo(refusal("pooler is shutting down"));
        assertThat(core.isPaused()).isTrue();
        assertThat(happened).containsExactly("stopListening");
    }

    @Test
    void kill_leaves_the_database_paused() {
        assertThat(run("kill a")).isEqualTo(new Reply.Done("KILL"));
        assertThat(run("resume a")).isEqualTo(new Reply.Done("RESUME"));
    }
}
