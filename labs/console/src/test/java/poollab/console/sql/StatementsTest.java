package poollab.console.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementsTest {
    @Test
    void statements_end_at_semicolons() {
        Statements.Split split = Statements.split("select 1; select 2 ;; select");
        assertThat(split.complete()).containsExactly("select 1", "select 2");
        assertThat(split.rest()).isEqualTo(" select");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "select ';'",
        "select 'it''s; so'",
        "select E'a\\';b'",
        "select \"a;b\" from t",
        "select $$a;b$$",
        "select $x$a;$$;b$x$",
        "select 1 -- one; two",
        "select /* a; /* b; */ c; */ 1",
        "select $1",
        "do $$ begin perform 1; end; $$"
    })
    void not_inside_quotes_and_comments(String statement) {
        assertThat(Statements.split(statement + "\n;").complete()).containsExactly(statement);
        assertThat(Statements.complete(statement + "\n;")).isTrue();
        assertThat(Statements.complete(statement)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"select 'a;", "select \"a;", "select $$ a;", "select $x$ a; $$;", "/* a; /* b */;"})
    void what_is_still_open_is_not_complete(String text) {
        assertThat(Statements.complete(text)).isFalse();
        assertThat(Statements.split(text).complete()).isEmpty();
    }

    @Test
    void a_backslash_protects_a_quote_only_in_an_escape_string() {
        assertThat(Statements.complete("select 'a\\';")).isTrue();
        assertThat(Statements.complete("select E'a\\';")).isFalse();
    }

    @Test
    void nothing_is_complete() {
        assertThat(Statements.complete("  \n")).isTrue();
        assertThat(Statements.split(" ").complete()).isEmpty();
    }
}
