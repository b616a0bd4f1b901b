package poollab.pooler.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {
    private static final String SALT_AND_KEYS =
            "D76gvGUVj9Z4DNiGoabOBg==$RukL0Xo3Ql/2F9FsD7mcQ3GATG2fD3PA71qY1JagGDs=:BhKUwyyivFm7Tq2jDJVXSVRbRDgTWyBilZKgg6DDuYU=";
    // From PgBouncer's own test users.
    private static final String SCRAM = "SCRAM-SHA-256$4096:" + SALT_AND_KEYS;

    @Test
    void the_form_is_seen_from_the_text() {
        assertThat(Secret.parse("")).isEqualTo(new Secret.None());
        assertThat(Secret.parse("secret")).isEqualTo(new Secret.Plain("secret"));
        assertThat(Secret.parse("md5ab8b744ff66bee42dc47bae34ca17959")).isInstanceOf(Secret.Md5.class);
        assertThat(Secret.parse(SCRAM)).isInstanceOfSatisfying(Secret.Scram.class, scram -> {
            assertThat(scram.iterations()).isEqualTo(4096);
            assertThat(scram.salt()).hasSize(16);
            assertThat(scram.storedKey()).hasSize(32);
            assertThat(scram.serverKey()).hasSize(32);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "md5", "md5AB8B744FF66BEE42DC47BAE34CA17959", "md5ab8b744ff66bee42dc47bae34ca1795",
        "MD5ab8b744ff66bee42dc47bae34ca17959",
        "SCRAM-SHA-256", "SCRAM-SHA-256$", "SCRAM-SHA-256$4096", "SCRAM-SHA-256$0:" + SALT_AND_KEYS,
        "SCRAM-SHA-256$-1:" + SALT_AND_KEYS, "SCRAM-SHA-256$x:" + SALT_AND_KEYS, "SCRAM-SHA-256$99999999999:" + SALT_AND_KEYS,
        "SCRAM-SHA-1$4096:" + SALT_AND_KEYS, "scram-sha-256$4096:" + SALT_AND_KEYS, "SCRAM-SHA-256$4096:" + SALT_AND_KEYS + "=",
        "SCRAM-SHA-256$4096:AAAA$AAAA:AAAA", "SCRAM-SHA-256$4096:*$AAAA:AAAA", "SCRAM-SHA-256$4096:" + SALT_AND_KEYS + ":x", " ", "\0"
    })
    void a_text_that_nearly_is_something_else_is_a_password(String text) {
        assertThat(Secret.parse(text)).isEqualTo(new Secret.Plain(text));
    }

    @Test
    void secrets_compare_by_content() {
        assertThat(Secret.parse(SCRAM)).isEqualTo(Secret.parse(SCRAM)).hasSameHashCodeAs(Secret.parse(SCRAM));
        assertThat(Secret.parse(SCRAM)).isNotEqualTo(Secret.parse(SCRAM.replace("4096", "4097")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "md5ab8b744ff66bee42dc47bae34ca17959", SCRAM})
    void no_secret_is_ever_printed(String text) {
        assertThat(Secret.parse(text).toString()).matches("(Plain|Md5|Scram)\\[hidden]");
    }

    @Test
    void a_clear_text_password_is_checked_against_every_form() {
        assertThat(Secret.parse("foo").accepts("scramuser1", "foo")).isTrue();
        assertThat(Secret.parse("foo").accepts("scramuser1", "fo")).isFalse();
        assertThat(Secret.parse(Md5.hash("foo", "kim")).accepts("kim", "foo")).isTrue();
        assertThat(Secret.parse(Md5.hash("foo", "kim")).accepts("lee", "foo")).isFalse();
        assertThat(Secret.parse(SCRAM).accepts("scramuser1", "foo")).isTrue();
        assertThat(Secret.parse(SCRAM).accepts("scramuser1", "bar")).isFalse();
    }

    @Test
    void a_verifier_that_takes_minutes_to_check_is_not_checked() {
        assertThat(new Secret.Scram(Integer.MAX_VALUE, new byte[16], new byte[32], new byte[32]).accepts("kim", "foo")).isFalse();
    }

    @Test
    void a_user_without_password_is_not_let_in_by_the_empty_one() {
        assertThat(Secret.parse("").accepts("kim", "")).isFalse();
        assertThat(new Secret.Plain("").accepts("kim", "")).isFalse();
    }

    @ParameterizedTest
    @FieldSource("poollab.pooler.auth.ScramExchange#ODD_PASSWORDS")
    void odd_passwords_are_checked_like_any_other(String password) {
        assertThat(Secret.parse(password).accepts("kim", password)).isTrue();
        assertThat(ScramExchange.verifier(password, 2).accepts("kim", password)).isTrue();
    }

    @Test
    void bytes_that_are_no_utf_8_come_back_as_they_were() {
        byte[] all = new byte[65536];
        new Random(1).nextBytes(all);
        assertThat(RawText.encode(RawText.decode(all))).isEqualTo(all);
        byte[] latin1 = "Müller".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(RawText.decode(latin1)).isEqualTo("M\uDCFCller");
        assertThat(SaslPrep.bytes(RawText.decode(latin1))).isEqualTo(latin1);
        assertThat(RawText.decode("Müller \uD83D\uDC18".getBytes(StandardCharsets.UTF_8))).isEqualTo("Müller \uD83D\uDC18");
        assertThat(RawText.encode("\uD800x")).asString().isEqualTo("?x");
    }
}
