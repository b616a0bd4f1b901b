package poollab.pooler.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ParametersTest {
    private final Parameters parameters = new Parameters("IntervalStyle, geqo");
    private String[] server;
    private String[] client;

    @BeforeEach
    void values() {
        server = parameters.none();
        client = parameters.none();
    }

    private String changes(String name, String is, String wanted) {
        parameters.set(server, name, is);
        parameters.set(client, name, wanted);
        var message = parameters.changes(server, client);
        return message == null ? "" : new String(message.toBytes(), 5, message.size() - 6, UTF_8);
    }

    @Test
    void namesCountInAnyCase() {
        assertThat(parameters.set(client, "DATESTYLE", "German")).isTrue();
        assertThat(parameters.get(client, "DateStyle")).isEqualTo("German");
        assertThat(parameters.set(client, "statement_timeout", "1")).isFalse();
    }

    @Test
    void onlyWhatDiffersIsSet() {
        assertThat(changes("TimeZone", "UTC", "utc")).isEmpty();
        assertThat(changes("TimeZone", "UTC", "Asia/Tokyo")).isEqualTo("SET TimeZone='Asia/Tokyo';");
    }

    @Test
    void whatTheServerDoesNotReportIsNotSet() {
        assertThat(changes("geqo", null, "off")).isEmpty();
    }

    @Test
    void noValueEndsItsQuotes() {
        assertThat(changes("application_name", "", "it's; drop table x")).isEqualTo("SET application_name='it''s; drop table x';");
        assertThat(changes("application_name", "", "a\\' or")).isEqualTo("SET application_name= E'a\\\\'' or';");
    }

    @Test
    void aListOfQuotedNamesIsPassedOnAsItIs() {
        assertThat(changes("search_path", "public", "\"$user\", shop")).isEqualTo("SET search_path=\"$user\", shop;");
        assertThat(changes("search_path", "public", "\"\"")).isEqualTo("SET search_path='';");
    }
}
