package poollab.pooler.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Md5Test {
    private static final byte[] SALT = {1, (byte) 0xFF, 0, 7};

    @Test
    void the_hash_is_the_one_pgbouncers_own_test_users_have() {
        assertThat(Md5.hash("foo", "muser1")).isEqualTo("md5ab8b744ff66bee42dc47bae34ca17959");
        assertThat(Md5.hash("bar", "muser2")).isEqualTo("md598455b3585818e23c2653a59f6d84551");
    }

    @Test
    void a_plain_and_a_hashed_secret_answer_the_same() {
        String response = Md5.response(Md5.hash("foo", "muser1"), SALT);
        assertThat(response).matches("md5[0-9a-f]{32}");
        assertThat(Md5.response(Secret.parse("foo"), "muser1", SALT)).contains(response);
        assertThat(Md5.response(Secret.parse("md5ab8b744ff66bee42dc47bae34ca17959"), "muser1", SALT)).contains(response);
    }

    @Test
    void only_the_right_answer_to_the_right_salt_matches() {
        Secret secret = Secret.parse("foo");
        String response = Md5.response(secret, "muser1", SALT).orElseThrow();
        assertThat(Md5.matches(secret, "muser1", SALT, response)).isTrue();
        assertThat(Md5.matches(Secret.parse(Md5.hash("foo", "muser1")), "muser1", SALT, response)).isTrue();
        assertThat(Md5.matches(secret, "muser1", new byte[4], response)).isFalse();
        assertThat(Md5.matches(secret, "muser2", SALT, response)).isFalse();
        assertThat(Md5.matches(secret, "muser1", SALT, response.toUpperCase())).isFalse();
        assertThat(Md5.matches(secret, "muser1", SALT, "")).isFalse();
        assertThat(Md5.matches(secret, "muser1", SALT, "foo")).isFalse();
    }

    @Test
    void who_has_no_password_for_md5_never_matches() {
        String empty = Md5.response(Md5.hash("", "kim"), SALT);
        assertThat(Md5.matches(null, "kim", SALT, empty)).isFalse();
        assertThat(Md5.matches(new Secret.None(), "kim", SALT, empty)).isFalse();
        assertThat(Md5.matches(new Secret.Plain(""), "kim", SALT, empty)).isFalse();
        assertThat(Md5.matches(ScramExchange.verifier("", 1), "kim", SALT, empty)).isFalse();
        assertThat(Md5.response(ScramExchange.verifier("a", 1), "kim", SALT)).isEmpty();
    }
}
