package poollab.pooler.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.pooler.auth.ScramExchange.RANDOM;
import static poollab.pooler.auth.ScramExchange.client;
import static poollab.pooler.auth.ScramExchange.server;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScramClientTest {
    private static final String SALT = ",s=W22ZaJ0SNY7soEsUEjb6gQ==";

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static ScramClient fixed() {
        return new ScramClient(new Secret.Plain("pencil"), "user", "rOprNGfwEbeRWgbNEkqO");
    }

    @Test
    void the_example_of_rfc_7677_comes_out() throws AuthFailure {
        ScramClient client = fixed();
        assertThat(client.first()).asString().isEqualTo("n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        assertThat(client.proof(ascii(
                        "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")))
                .asString()
                .isEqualTo("c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                        + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        assertThatCode(() -> client.verify(ascii("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")))
                .doesNotThrowAnyException();
    }

    @Test
    void no_name_is_sent_and_no_nonce_twice() {
        assertThat(client("a").first())
                .asString()
                .matches("n,,n=,r=[A-Za-z0-9+/]{24}")
                .isNotEqualTo(new String(client("a").first(), StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "r=rOprNGfwEbeRWgbNEkqXYZ,s=AAAA,i=1; invalid SCRAM response (nonce mismatch)",
        "r=,s=AAAA,i=1; invalid SCRAM response (nonce mismatch)",
        "m=1,r=Nx,s=AAAA,i=1; SCRAM message demands an extension that is not supported",
        "r=Nx; 'malformed SCRAM message (expected \"s\", found the end)'",
        "r=Nx,i=1; 'malformed SCRAM message (expected \"s\", found \"i\")'",
        "r=Nx,s=AAA,i=1; malformed SCRAM message (salt is not base64)",
        "r=Nx,s=A AA,i=1; malformed SCRAM message (salt is not base64)",
        "r=Nx,s=AAAA; 'malformed SCRAM message (expected \"i\", found the end)'",
        "r=Nx,s=AAAA,i=0; 'malformed SCRAM message (iteration count \"0\")'",
        "r=Nx,s=AAAA,i=-4096; 'malformed SCRAM message (iteration count \"-4096\")'",
        "r=Nx,s=AAAA,i=4096x; 'malformed SCRAM message (iteration count \"4096x\")'",
        "r=Nx,s=AAAA,i=; 'malformed SCRAM message (iteration count \"\")'",
        "r=Nx,s=AAAA,i=99999999999999999999; 'malformed SCRAM message (iteration count \"99999999999999999999\")'",
        "r=Nx,s=AAAA,i=2147483648; 'malformed SCRAM message (iteration count \"2147483648\")'",
        "r=Nx,s=AAAA,i=2147483647; 'server asks for 2147483647 SCRAM iterations; at most 1000000 are computed here. "
                + "Set the password again under a smaller scram_iterations'",
        "r=Nx,s=AAAA,i=1,x=; malformed SCRAM message (garbage at end of server-first-message)",
    })
    void a_malformed_server_first_message_says_what_is_amiss(String message, String reason) {
        byte[] first = ascii(message.replace("N", "rOprNGfwEbeRWgbNEkqO"));
        assertThatThrownBy(() -> fixed().proof(first)).isInstanceOf(AuthFailure.class).hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "e=invalid-proof; error received from server in SCRAM exchange: invalid-proof",
        "e=\u001B[31m; error received from server in SCRAM exchange: ?[31m",
        "x=1; 'malformed SCRAM message (expected \"v\", found \"x\")'",
        "v=AAAA; malformed SCRAM message (server signature has 3 bytes, not 32)",
        "v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=; server does not know the user's secret (invalid SCRAM server signature)",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=,x=1; malformed SCRAM message (garbage at end of server-final-message)",
    })
    void a_server_that_proves_nothing_is_not_trusted(String last, String reason) throws AuthFailure {
        ScramClient client = fixed();
        client.proof(ascii("r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0" + SALT + ",i=4096"));
        assertThatThrownBy(() -> client.verify(ascii(last))).isInstanceOf(AuthFailure.class).hasMessage(reason);
    }

    @Test
    void known_keys_do_not_care_how_many_iterations_the_server_names() throws AuthFailure {
        ScramClient client = new ScramClient(new ScramKeys(new byte[32], new byte[32]), RANDOM);
        String nonce = new String(client.first(), StandardCharsets.US_ASCII).substring("n,,n=,r=".length());
        assertThat(client.proof(ascii("r=" + nonce + "x,s=,i=2147483647"))).asString().startsWith("c=biws,r=" + nonce + "x,p=");
    }

    @Test
    void messages_out_of_order_are_refused() throws AuthFailure {
        assertThatThrownBy(() -> client("a").verify(ascii("v="))).hasMessage("SCRAM message out of order");
        ScramClient client = client("a");
        byte[] first = server(null).challenge(client.first());
        client.proof(first);
        assertThatThrownBy(() -> client.proof(first)).hasMessage("SCRAM message out of order");
    }
}
