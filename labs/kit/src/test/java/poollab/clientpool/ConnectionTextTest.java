package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTextTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', delimiter = '|', textBlock = """
            jdbc:postgresql://h/d?user=a&password=b;c&ssl=true | jdbc:postgresql://h/d?user=a&password=…&ssl=true
            jdbc:postgresql://h/d?PASSWORD=b                   | jdbc:postgresql://h/d?PASSWORD=…
            jdbc:postgresql://h/d?sslpassword=b&user=a         | jdbc:postgresql://h/d?sslpassword=…&user=a
            jdbc:sqlserver://h;user=a;password={b;c}}d};x=y    | jdbc:sqlserver://h;user=a;password=…;x=y
            jdbc:sqlserver://h;accessToken=e.y;x=y             | jdbc:sqlserver://h;accessToken=…;x=y
            jdbc:postgresql://h/d                              | jdbc:postgresql://h/d
            """)
    void noSecretIsShown(String text, String shown) {
        assertThat(ConnectionText.masked(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/d?user=a, jdbc:postgresql://h/d?…",
        "jdbc:sqlserver://h;user=a, jdbc:sqlserver://h;…",
        "jdbc:postgresql://h/d, jdbc:postgresql://h/d"
    })
    void aSentenceNamesServerAndDatabaseOnly(String text, String shown) {
        assertThat(ConnectionText.shortened(text)).isEqualTo(shown);
    }
}
