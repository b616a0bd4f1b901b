package poollab.pooler.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class AuthFileTest {
    private static final String STOP = "; this line and those below it are not read";

    @TempDir
    private Path folder;

    private AuthFile load(String text) throws IOException {
        return AuthFile.load(Files.writeString(folder.resolve("userlist.txt"), text));
    }

    private static Secret plain(String password) {
        return new Secret.Plain(password);
    }

    @Test
    void users_comments_empty_lines_and_trailing_fields() throws IOException {
        AuthFile file = load("""
                "marko" "asdasd"

                ; "old" "gone"
                \t "spaced"   "a b"\t"trailing" fields ; and more
                "none" ""
                "md5" "md5ab8b744ff66bee42dc47bae34ca17959"
                "close""together" , "a""b" # not a comment, ignored
                "adjacent"  "x"
                "crlf" "y"\r
                "last" "z\"""");
        assertThat(file.warnings()).isEmpty();
        assertThat(file.users()).isEqualTo(Map.of(
                "marko", plain("asdasd"), "spaced", plain("a b"), "none", new Secret.None(),
                "md5", new Secret.Md5("md5ab8b744ff66bee42dc47bae34ca17959"), "close\"together", plain("a\"b"),
                "adjacent", plain("x"), "crlf", plain("y"), "last", plain("z")));
    }

    @ParameterizedTest
    @FieldSource("poollab.pooler.auth.ScramExchange#ODD_PASSWORDS")
    void any_password_can_be_written(String password) throws IOException {
        assertThat(load("\"kim\" \"" + password.replace("\"", "\"\"") + "\"\n").users()).containsEntry("kim", plain(password));
    }

    @Test
    void the_last_of_two_lines_for_a_user_counts() throws IOException {
        assertThat(load("\"kim\" \"a\"\n\"kim\" \"b\"\n").users()).isEqualTo(Map.of("kim", plain("b")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "kim \"b\"                | a line must begin with a user name in double quotes",
        "# \"kim\" \"b\"          | a line must begin with a user name in double quotes",
        "\"kim                    | the user name has no closing quote",
        "\"kim\"                  | no secret in double quotes follows the user name",
        "\"kim\" secret           | no secret in double quotes follows the user name",
        "\"kim\" \"b              | the secret has no closing quote",
    })
    void a_broken_line_ends_the_reading(String broken, String reason) throws IOException {
        AuthFile file = load("\n;\n\"first\" \"a\"\n" + broken + "\n");
        assertThat(file.users()).containsOnlyKeys("first");
        assertThat(file.warnings())
                .containsExactly("userlist.txt line 4: " + reason + STOP);
    }

    @Test
    void the_next_lines_name_is_not_taken_for_a_missing_secret() throws IOException {
        assertThat(load("\"kim\"\n\"lee\" \"secret\"\n").users()).isEmpty();
    }

    @Test
    void limits_are_in_bytes() throws IOException {
        assertThat(load("\"" + "ü".repeat(63) + "u\" \"" + "p".repeat(65535) + "\"").users()).hasSize(1);
        assertThat(load("\"" + "ü".repeat(64) + "\" \"a\"").warnings())
                .containsExactly("userlist.txt line 1: user name too long: 128 bytes, at most 127" + STOP);
        assertThat(load("\"a\" \"" + "p".repeat(65536) + "\"").warnings())
                .containsExactly("userlist.txt line 1: secret too long: 65536 bytes, at most 65535" + STOP);
    }

    @Test
    void a_byte_order_mark_is_named() throws IOException {
        assertThat(load("\uFEFF\"kim\" \"a\"").warnings()).singleElement().asString().contains("byte order mark");
    }

    @Test
    void a_damaged_verifier_is_a_password_and_a_warning_that_does_not_tell_it() throws IOException {
        AuthFile file = load("\"kim\" \"a\"\n\"lee\" \"SCRAM-SHA-256$4096:abc\"");
        assertThat(file.users()).containsEntry("lee", plain("SCRAM-SHA-256$4096:abc"));
        assertThat(file.warnings()).containsExactly(
                "userlist.txt line 2: the secret begins like a SCRAM secret and is none; it is taken for a password");
    }

    @Test
    void bytes_that_are_no_utf_8_stay_what_they_are() throws IOException {
        Path path = folder.resolve("latin1.txt");
        Files.write(path, "\"kim\" \"Müller\"".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(AuthFile.load(path).users().get("kim")).isInstanceOfSatisfying(Secret.Plain.class, secret ->
                assertThat(RawText.encode(secret.password())).isEqualTo("Müller".getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void an_empty_file_has_no_users_and_a_missing_one_is_an_exception() throws IOException {
        assertThat(load("").users()).isEmpty();
        assertThatThrownBy(() -> AuthFile.load(folder.resolve("no such file"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void printing_tells_no_secret() throws IOException {
        assertThat(load("\"kim\" \"hunter2\"")).hasToString("AuthFile[1 users, 0 warnings]");
    }
}
