package poollab.pooler.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"show pools", "SHOW pools;", "  show\tpools ; ", "Show\n\"pools\"", "\"show\" pools"})
    void blanks_case_quotes_and_a_semicolon_make_no_difference(String text) {
        assertThat(Command.parse(text)).isEqualTo(new Command.Simple("show", "pools"));
    }

    @Test
    void a_command_may_stand_alone() {
        assertThat(Command.parse("reload")).isEqualTo(new Command.Simple("reload", ""));
    }

    @Test
    void an_argument_keeps_its_case_and_a_doubled_quote_stands_for_one() {
        assertThat(Command.parse("PAUSE \"My \"\"Db\"")).isEqualTo(new Command.Simple("pause", "My \"Db"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"set a=b", "SET a = b;", "set a TO b", "set \"a\" to'b'", "set a='b' ; "})
    void set_takes_an_equals_sign_or_TO_and_a_word_or_quotes(String text) {
        assertThat(Command.parse(text)).isEqualTo(new Command.Set("a", "b"));
    }

    @Test
    void a_quoted_value_may_hold_anything() {
        assertThat(Command.parse("SET server_reset_query = 'a; \"b\" ''c'''")).isEqualTo(new Command.Set("server_reset_query", "a; \"b\" 'c'"));
    }

    @Test
    void an_empty_value_is_a_value() {
        assertThat(Command.parse("SET server_reset_query = ''")).isEqualTo(new Command.Set("server_reset_query", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ";", "show pools; show stats", "show pools stats", "show pools;;", "select 1+1", "set a b", "set a=", "set a='b",
        "pause \"p0", "show\"pools\"", "sél pools", "set a=-1", "select * from x"})
    void anything_else_is_unknown(String text) {
        assertThat(Command.parse(text)).isEqualTo(new Command.Unknown());
    }

    @Test
    void what_is_longer_than_PgBouncer_takes_is_a_bad_argument() {
        assertThat(Command.parse("a".repeat(15))).isInstanceOf(Command.Simple.class);
        assertThat(Command.parse("a".repeat(16))).isEqualTo(new Command.BadArguments());
        assertThat(Command.parse("pause " + "a".repeat(63))).isInstanceOf(Command.Simple.class);
        assertThat(Command.parse("pause " + "a".repeat(64))).isEqualTo(new Command.BadArguments());
        assertThat(Command.parse("pause \"" + "ä".repeat(31) + "\"")).isEqualTo(new Command.BadArguments());
        assertThat(Command.parse("set a=" + "b".repeat(255))).isInstanceOf(Command.Set.class);
        assertThat(Command.parse("set a=" + "b".repeat(256))).isEqualTo(new Command.BadArguments());
        assertThat(Command.parse("set \"\" = 1")).isEqualTo(new Command.BadArguments());
    }

    @Test
    void a_long_text_of_quotes_is_read_in_one_go() {
        String text = "show " + "\"".repeat(200_000);
        Assertions.assertTimeout(Duration.ofSeconds(2), () -> Command.parse(text));
    }
}
