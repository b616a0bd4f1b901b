package poollab.pooler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigErrorsTest {
    @Test
    void everyMistakeIsToldWithItsLine() {
        assertThat(problems("""
                [pgbouncer]
                pool_mod = session
                pool_mode = transacton

                what is this
                [databses]
                x = whatever this is
                [users]
                u = pool_size=many
                """))
                .containsExactly(
                        "my.ini:2: unknown setting \"pool_mod\"; did you mean pool_mode?",
                        "my.ini:3: pool_mode: \"transacton\" is not one of session, transaction, statement;"
                                + " did you mean transaction?",
                        "my.ini:5: not a line of the form name = value; a name with anything but letters, digits and"
                                + " _.-* needs 'single quotes'",
                        "my.ini:6: unknown section [databses]; known: [pgbouncer], [databases], [users], [peers];"
                                + " did you mean databases?",
                        "my.ini:9: user \"u\": pool_size: \"many\" is not a number; allowed: a whole number from -1");
    }

    @Test
    void aSettingIsSuggestedForAnotherCase() {
        assertThat(problems("[pgbouncer]\nPool_Mode = session"))
                .containsExactly("my.ini:2: unknown setting \"Pool_Mode\"; did you mean pool_mode?");
    }

    @Test
    void nothingIsSuggestedWhenNothingIsNear() {
        assertThat(problems("[pgbouncer]\ncolour = red")).containsExactly("my.ini:2: unknown setting \"colour\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            x = pool_sise=3             | database "x": unknown key "pool_sise"; did you mean pool_size?
            x = default_pool_size=3     | database "x": unknown key "default_pool_size"; default_pool_size is a setting of the whole pooler and belongs in [pgbouncer]
            x = host=a pool_mode=stmt   | database "x": pool_mode: "stmt" is not one of session, transaction, statement
            x = port=0                  | database "x": port: 0 is out of range; allowed: a whole number from 1 to 65535
            x = port=5432,5433          | database "x": port: "5432,5433" is not a number; allowed: a whole number from 1 to 65535
            x = load_balance_hosts=off  | database "x": load_balance_hosts: "off" is not one of disable, round-robin
            x = server_lifetime=1h      | database "x": server_lifetime: "1h" is not a time; allowed: seconds without a unit, such as 30 or 0.5
            x = password='' user=u      | database "x": password: the value is empty; leave the key out instead
            x = host=                   | database "x": host: the value is empty; leave the key out instead
            x = connect_query='SELECT 1 | database "x": connect_query: the closing ' is missing
            x = host='a'port=3          | database "x": host: a blank is missing after the closing '
            x = connect_query=SELECT 1  | database "x": expected key=value pairs with blanks between them, found "1"
            x = localhost               | database "x": expected key=value pairs with blanks between them, found "localhost"
            pgbouncer = host=a          | database "pgbouncer": the name is reserved for the admin console
            listen_port = 6432          | database "listen_port": expected key=value pairs with blanks between them, found "6432"; listen_port is a setting: is the line [pgbouncer] missing above it?
            """)
    void aBadDatabaseEntryIsTold(String line, String problem) {
        assertThat(problems("[pgbouncer]\n[databases]\n" + line)).containsExactly("my.ini:3: " + problem);
    }

    @Test
    void aPasswordDoesNotGetIntoAMessage() {
        assertThat(problems("[pgbouncer]\n[databases]\nx = host=a what password=secret"))
                .containsExactly("my.ini:3: database \"x\": expected key=value pairs with blanks between them, found \"what\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"= a", "'' = a", "\"\" = a", "'open = a", "\"open = a", "gr\u00fcn = a", "a b = c", "%includes x"})
    void aLineWithoutAProperNameIsTold(String line) {
        assertThat(problems("[pgbouncer]\n" + line)).singleElement().asString().startsWith("my.ini:2: not a line of the form");
    }

    @Test
    void aKeyThatIsNearNoneComesWithTheKnownOnes() {
        assertThat(problems("[pgbouncer]\n[peers]\n1 = weight=3 host=a")).containsExactly(
                "my.ini:3: peer \"1\": unknown key \"weight\"; known here: host, port, pool_size");
    }

    @Test
    void aPeerHasANumberAndAHost() {
        assertThat(problems("[pgbouncer]\n[peers]\none = host=a\n0 = host=a\n3 = port=1")).containsExactly(
                "my.ini:3: peer \"one\": a peer's name is its peer_id: \"one\" is not a number; allowed: a whole number"
                        + " from 1 to 65535",
                "my.ini:4: peer \"0\": a peer's name is its peer_id: 0 is out of range; allowed: a whole number from 1 to 65535",
                "my.ini:5: peer \"3\": host is missing");
    }

    @Test
    void aDatabaseAmongTheSettingsIsSentToItsSection() {
        assertThat(problems("[pgbouncer]\nshop = host=localhost")).containsExactly(
                "my.ini:2: unknown setting \"shop\"; an entry like this belongs in [databases]");
    }

    @Test
    void linesNeedASectionAndAFileTheMainOne() {
        assertThat(problems("pool_mode = session\n[pgbouncer]"))
                .containsExactly("my.ini:1: pool_mode stands before any section, such as [pgbouncer]");
        assertThat(problems("[databases]\nx =")).containsExactly("my.ini: the [pgbouncer] section is missing");
        assertThat(problems("")).containsExactly("my.ini: the [pgbouncer] section is missing");
        assertThat(problems("[pgbouncer")).containsExactly("my.ini:1: the section's closing ] is missing");
        assertThat(problems("[pgbouncer]\njob_name = a\0b")).containsExactly("my.ini:2: a zero byte in the line");
    }

    private static List<String> problems(String text) {
        ConfigException thrown =
                catchThrowableOfType(ConfigException.class, () -> Config.parse(Path.of("my.ini"), text));
        assertThat(thrown.getMessage()).isEqualTo(String.join("\n", thrown.problems()));
        return thrown.problems();
    }
}
