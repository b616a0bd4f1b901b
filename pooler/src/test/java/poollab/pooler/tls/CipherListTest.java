package poollab.pooler.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CipherListTest {
    @ParameterizedTest
    @CsvSource({
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, ECDHE-RSA-AES256-GCM-SHA384",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, ECDHE-ECDSA-CHACHA20-POLY1305",
        "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256, DHE-RSA-AES128-SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, ECDHE-RSA-AES128-SHA",
        "TLS_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256"})
    void suitesHaveOpenSslsNames(String java, String openSsl) {
        assertThat(CipherNames.openSsl(java)).isEqualTo(openSsl);
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "Secure", "fast", "normal"})
    void pgBouncersKeywordsLeaveTheChoiceToJava(String word) throws TlsProblem {
        assertThat(CipherList.upTo12("x", word, new ArrayList<>())).isNull();
    }

    @Test
    void namesAreTakenInTheirOrder() throws TlsProblem {
        assertThat(chosen("ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384, DHE-RSA-AES128-SHA"))
                .containsExactly("ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "DHE-RSA-AES128-SHA");
    }

    @Test
    void classesAreCombinedTakenAwayAndMoved() throws TlsProblem {
        assertThat(chosen("ECDHE+AESGCM")).isNotEmpty().allMatch(name -> name.startsWith("ECDHE-") && name.contains("GCM"));
        assertThat(chosen("HIGH:MEDIUM:+3DES:!aNULL")).contains("ECDHE-RSA-AES256-GCM-SHA384", "DHE-RSA-AES128-SHA");
        assertThat(chosen("!DHE:ALL")).isNotEmpty().noneMatch(name -> name.startsWith("DHE-"));
        assertThat(chosen("AES256:-SHA:DHE-RSA-AES256-SHA")).endsWith("DHE-RSA-AES256-SHA").doesNotContain("ECDHE-RSA-AES256-SHA");
        assertThat(chosen("ECDHE:+AES128")).last().asString().contains("AES128");
        assertThat(chosen("HIGH:@STRENGTH:@SECLEVEL=2:!PSK:!SRP")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ECDHE-RSA-AES128-GCM-SHA25", "ECDHE+FOO", "nonsense"})
    void whatIsUnknownIsNamed(String word) {
        assertThatThrownBy(() -> CipherList.upTo12("server_tls_ciphers", "HIGH:" + word, new ArrayList<>())).isInstanceOf(TlsProblem.class)
                .hasMessageStartingWith("server_tls_ciphers: \"" + word + "\" is no cipher that Java has");
    }

    @Test
    void whatJavaHasNotIsLeftOutWithAWarning() throws TlsProblem {
        List<String> warnings = new ArrayList<>();
        assertThat(CipherList.upTo12("x", "ECDHE-RSA-AES128-GCM-SHA256:AES128-SHA:CAMELLIA256-SHA:!RC4", warnings)).containsExactly("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
        assertThat(warnings).containsExactly("x: left out, since Java does not have it: AES128-SHA, CAMELLIA256-SHA");
    }

    @Test
    void nothingLeftIsAProblem() {
        assertThatThrownBy(() -> CipherList.upTo12("x", "ALL:!ALL", new ArrayList<>())).hasMessageStartingWith("x: of \"ALL:!ALL\" Java has no cipher; it has ECDHE-");
        assertThatThrownBy(() -> CipherList.upTo12("x", "RC4:AES128-SHA", new ArrayList<>())).isInstanceOf(TlsProblem.class);
    }

    @Test
    void suitesOfTls13HaveTheirOwnList() throws TlsProblem {
        assertThat(CipherList.of13("x", null)).isNull();
        assertThat(CipherList.of13("x", "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256")).containsExactly("TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256");
        assertThatThrownBy(() -> CipherList.of13("x", "ECDHE-RSA-AES128-GCM-SHA256")).hasMessageStartingWith("x: failed to set the TLSv1.3 cipher suites");
    }

    private static List<String> chosen(String text) throws TlsProblem {
        return CipherList.upTo12("x", text, new ArrayList<>()).stream().map(CipherNames::openSsl).toList();
    }
}
