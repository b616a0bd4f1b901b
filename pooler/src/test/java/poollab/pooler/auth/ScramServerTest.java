package poollab.pooler.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.pooler.auth.ScramExchange.RANDOM;
import static poollab.pooler.auth.ScramExchange.SEED;
import static poollab.pooler.auth.ScramExchange.client;
import static poollab.pooler.auth.ScramExchange.run;
import static poollab.pooler.auth.ScramExchange.server;
import static poollab.pooler.auth.ScramExchange.verifier;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;

class ScramServerTest {
    private static final String PROOF = "p=" + "A".repeat(43) + "=";

    private static String challenge(ScramServer server, String message) throws AuthFailure {
        return new String(server.challenge(message.getBytes(StandardCharsets.UTF_8)), StandardCharsets.US_ASCII);
    }

    private static String salt(Secret secret, String user, byte[] seed) throws AuthFailure {
        String message = challenge(new ScramServer(secret, user, 4096, RANDOM, seed), "n,,n=,r=abc");
        return message.substring(message.indexOf(",s="));
    }

    static Stream<Secret> useless() {
        return Stream.of(Secret.parse(""), Secret.parse("md5" + "0".repeat(32)), new Secret.Plain(""));
    }

    @ParameterizedTest
    @FieldSource("poollab.pooler.auth.ScramExchange#ODD_PASSWORDS")
    void our_client_logs_in_with_any_password(String password) {
        assertThatCode(() -> run(client(password), server(new Secret.Plain(password)))).doesNotThrowAnyException();
        assertThatCode(() -> run(client(password), server(verifier(password, 4096)))).doesNotThrowAnyException();
    }

    @Test
    void a_wrong_password_fails_at_the_proof() {
        assertThatThrownBy(() -> run(client("pencil "), server(new Secret.Plain("pencil"))))
                .isInstanceOf(AuthFailure.class)
                .hasMessage("password authentication failed (wrong password)");
    }

    @ParameterizedTest
    @NullSource
    @MethodSource("useless")
    void who_cannot_log_in_is_led_to_the_proof_and_fails_there(Secret secret) throws AuthFailure {
        ScramServer server = server(secret);
        ScramClient client = client("");
        byte[] proof = client.proof(server.challenge(client.first()));
        assertThatThrownBy(() -> server.verify(proof))
                .isInstanceOf(AuthFailure.class)
                .hasMessageContaining("password authentication failed");
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void an_unknown_user_and_a_known_one_see_the_same_salt_each_time() throws AuthFailure {
        String salt = salt(null, "kim", SEED);
        assertThat(salt).matches(",s=[A-Za-z0-9+/]{22}==,i=4096");
        assertThat(salt(null, "kim", SEED)).isEqualTo(salt);
        assertThat(salt(new Secret.Plain("pencil"), "kim", SEED)).isEqualTo(salt);
        assertThat(salt(null, "lee", SEED)).isNotEqualTo(salt);
        assertThat(salt(null, "kim", new byte[] {1})).isNotEqualTo(salt);
    }

    @Test
    void two_exchanges_have_two_nonces() throws AuthFailure {
        assertThat(challenge(server(null), "n,,n=,r=abc"))
                .startsWith("r=abc")
                .isNotEqualTo(challenge(server(null), "n,,n=,r=abc"));
    }

    @Test
    void the_setting_counts_for_plain_passwords_and_the_verifiers_own_number_for_verifiers() throws AuthFailure {
        assertThat(challenge(new ScramServer(new Secret.Plain("a"), "kim", 7, RANDOM, SEED), "n,,n=,r=abc")).endsWith(",i=7");
        assertThat(challenge(server(verifier("a", 9)), "n,,n=,r=abc")).endsWith(",i=9");
        assertThatThrownBy(() -> new ScramServer(null, "kim", 0, RANDOM, SEED)).hasMessageContaining("scram_iterations");
    }

    @Test
    void a_changed_password_counts_at_once() throws AuthFailure {
        run(client("old"), server(new Secret.Plain("old")));
        run(client("new"), server(new Secret.Plain("new")));
        assertThatThrownBy(() -> run(client("old"), server(new Secret.Plain("new")))).isInstanceOf(AuthFailure.class);
    }

    @Test
    void keys_are_derived_once_for_a_user_and_not_for_each_login() {
        byte[] salt = RANDOM.generateSeed(16);
        ScramKeys keys = SaltedPasswords.keys("pencil", salt, 4096);
        assertThat(SaltedPasswords.keys("pencil", salt.clone(), 4096)).isSameAs(keys);
        assertThat(SaltedPasswords.keys("pencil", salt, 4097)).isNotEqualTo(keys);
        assertThat(SaltedPasswords.keys("pencils", salt, 4096)).isNotEqualTo(keys);
    }

    @Test
    void a_verifier_gives_keys_that_log_in_to_a_server_with_the_same_verifier() throws AuthFailure {
        Secret.Scram verifier = verifier("pencil", 4096);
        ScramServer pooler = server(verifier);
        assertThat(pooler.keys()).isEmpty();
        run(client("pencil"), pooler);
        ScramKeys keys = pooler.keys().orElseThrow();
        assertThatCode(() -> run(new ScramClient(keys, RANDOM), server(verifier))).doesNotThrowAnyException();
        assertThat(keys.toString()).isEqualTo("ScramKeys[hidden]");
        assertThatThrownBy(() -> run(new ScramClient(keys, RANDOM), server(verifier("pencil", 4096))))
                .isInstanceOf(AuthFailure.class);
    }

    @Test
    void a_plain_password_gives_no_keys() throws AuthFailure {
        ScramServer server = server(new Secret.Plain("pencil"));
        run(client("pencil"), server);
        assertThat(server.keys()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "n,,n=,r=abc", "y,,n=,r=abc", "n,,n=someone else,r=abc", "n,,n=Jürgen,r=abc", "n,,r=abc",
        "n,,n=,r=abc,x=1,Y=", "n,,n=,r=abc,"
    })
    void name_and_extensions_in_the_first_message_are_ignored(String first) throws AuthFailure {
        assertThat(challenge(server(null), first)).startsWith("r=abc");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "p=tls-server-end-point,,n=,r=abc; client requires SCRAM channel binding, but it is not supported",
        "n,a=root,n=,r=abc; client uses a SASL authorization identity, but it is not supported",
        "n,,m=x,n=,r=abc; SCRAM message demands an extension that is not supported",
        "n,,n=,r=abc,m=x; SCRAM message demands an extension that is not supported",
        "x,,n=,r=abc; 'malformed SCRAM message (expected \"n\", found \"x\")'",
        "nn,n=,r=abc; 'malformed SCRAM message (expected \",\", found \"n\")'",
        "n,x,n=,r=abc; 'malformed SCRAM message (expected \",\", found \"x\")'",
        "n,,n=; 'malformed SCRAM message (expected \"r\", found the end)'",
        "n,,n=,x=; 'malformed SCRAM message (expected \"r\", found \"x\")'",
        "n,,n=,r; 'malformed SCRAM message (expected \"=\", found the end)'",
        "n,,n=,r=; malformed SCRAM message (nonce is empty or not printable)",
        "n,,n=,r=a b; malformed SCRAM message (nonce is empty or not printable)",
        "n,,n=,r=ü; malformed SCRAM message (nonce is empty or not printable)",
        "n,,n=,r=abc,,; 'malformed SCRAM message (attribute expected, found \",\")'",
        "n,,n=,r=abc,\u0001=; 'malformed SCRAM message (attribute expected, found 0x01)'",
        "''; malformed SCRAM message (empty)",
        "n,,n=\0,r=abc; malformed SCRAM message (zero byte)",
    })
    void a_malformed_first_message_says_what_is_amiss(String first, String reason) {
        assertThatThrownBy(() -> challenge(server(new Secret.Plain("a")), first))
                .isInstanceOf(AuthFailure.class)
                .hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "c=eSws,r=N,P; unexpected SCRAM channel-binding attribute in client-final-message",
        "r=N,P; 'malformed SCRAM message (expected \"c\", found \"r\")'",
        "c=biws,P; 'malformed SCRAM message (expected \"r\", found \"p\")'",
        "c=biws,r=abc,P; invalid SCRAM response (nonce does not match)",
        "c=biws,r=Nx,P; invalid SCRAM response (nonce does not match)",
        "c=biws,r=N; 'malformed SCRAM message (attribute expected, found the end)'",
        "c=biws,r=N,p=; malformed SCRAM message (proof has 0 bytes, not 32)",
        "c=biws,r=N,p=AAAA; malformed SCRAM message (proof has 3 bytes, not 32)",
        "c=biws,r=N,p=AAA; malformed SCRAM message (proof is not base64)",
        "c=biws,r=N,p=A*AA; malformed SCRAM message (proof is not base64)",
        "c=biws,r=N,P,x=1; malformed SCRAM message (garbage at the end of client-final-message)",
        "c=biws,r=N,m=1,P; SCRAM message demands an extension that is not supported",
        "c=biws,r=N,x=1,P; password authentication failed (wrong password)",
    })
    void a_malformed_final_message_says_what_is_amiss(String message, String reason) throws AuthFailure {
        ScramServer server = server(new Secret.Plain("a"));
        String first = challenge(server, "n,,n=,r=abc");
        String nonce = first.substring(2, first.indexOf(','));
        String last = message.replace("P", PROOF).replace("N", nonce);
        assertThatThrownBy(() -> server.verify(last.getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(AuthFailure.class)
                .hasMessage(reason);
    }

    @Test
    void a_client_that_could_bind_channels_says_so_twice() throws AuthFailure {
        ScramServer server = server(new Secret.Plain("a"));
        String first = challenge(server, "y,,n=,r=abc");
        String nonce = first.substring(2, first.indexOf(','));
        assertThatThrownBy(() -> server.verify(("c=eSws,r=" + nonce + "," + PROOF).getBytes(StandardCharsets.US_ASCII)))
                .hasMessage("password authentication failed (wrong password)");
    }

    @Test
    void there_is_one_try_and_one_order() throws AuthFailure {
        ScramClient client = client("a");
        assertThatThrownBy(() -> server(new Secret.Plain("a")).verify(client.first())).hasMessage("SCRAM message out of order");

        ScramServer server = server(new Secret.Plain("a"));
        byte[] proof = client.proof(server.challenge(client.first()));
        assertThatThrownBy(() -> server.verify(Arrays.copyOf(proof, 3))).isInstanceOf(AuthFailure.class);
        assertThatThrownBy(() -> server.verify(proof)).hasMessage("SCRAM message out of order");
        assertThatThrownBy(() -> server.challenge(client.first())).hasMessage("SCRAM message out of order");
    }
}
