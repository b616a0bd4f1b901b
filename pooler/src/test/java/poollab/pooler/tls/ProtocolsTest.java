package poollab.pooler.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtocolsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "secure | TLSv1.2 TLSv1.3",
        "all | TLSv1 TLSv1.1 TLSv1.2 TLSv1.3",
        "legacy | TLSv1 TLSv1.1 TLSv1.2 TLSv1.3",
        "tlsv1.3 | TLSv1.3",
        "TLSv1.2,tlsv1.3 | TLSv1.2 TLSv1.3",
        "tlsv1.0:tlsv1.1 | TLSv1 TLSv1.1",
        "!tlsv1.3 | TLSv1 TLSv1.1 TLSv1.2",
        "secure, !tlsv1.2 | TLSv1.3"})
    void listsAreRead(String text, String protocols) throws TlsProblem {
        assertThat(String.join(" ", Protocols.read("x", text).stream().sorted().toList())).isEqualTo(protocols);
    }

    @Test
    void nothingLeftIsAProblem() {
        assertThatThrownBy(() -> Protocols.read("x", "tlsv1.3,!all")).hasMessage("x: \"tlsv1.3,!all\" leaves no version of TLS");
    }

    @Test
    void oldVersionsAreTurnedOffByJava() throws TlsProblem {
        assertThat(Protocols.turnedOff(Protocols.read("x", "all"))).contains("TLSv1", "TLSv1.1").doesNotContain("TLSv1.2");
    }
}
