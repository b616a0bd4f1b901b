package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Passwords with characters that some layer of quoting may stumble over: both ways through the pooler. */
class PasswordTest {

    static Stream<String> odd() {
        return Stream.of("'a", "a\"b", "a\\b", "a b", "a=b", "%40", "$P", "x".repeat(300), "ü€ß", ";a", "#a", "a'", "md5",
                "SCRAM-SHA-256", "md5short");
    }

    @ParameterizedTest
    @MethodSource("odd")
    void aPasswordInTheUserlistOpensBothDoors(String password) {
        PostgresRig.get().run("drop role if exists odd", "create role odd login password " + literal(password));
        for (String authType : new String[] {"plain", "md5", "scram-sha-256"}) {
            try (PoolerRig rig = PoolerRig.plan().secret("odd", password).set("auth_type = " + authType).start();
                    RawClient client = rig.login(DATABASE, "odd", password)) {
                assertThat(client.value("select current_user")).as(authType).isEqualTo("odd");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("odd")
    void aPasswordInADatabaseEntryIsQuotedAsInAConnectionString(String password) {
        PostgresRig.get().run("drop role if exists odd", "create role odd login password " + literal(password));
        try (PoolerRig rig = PoolerRig.plan()
                .database(DATABASE, "user=odd password='" + password.replace("'", "''") + "'").start();
                RawClient client = rig.client()) {
            assertThat(client.value("select current_user")).isEqualTo("odd");
        }
    }

    @Test
    void aScramSecretOfTheServerItselfOpensBothDoorsByItsKeys() {
        String stored = PostgresRig.get().storedSecret(PostgresRig.APP);
        try (PoolerRig rig = PoolerRig.plan().secret(PostgresRig.APP, stored).set("auth_type = scram-sha-256").start();
                RawClient client = rig.client()) {
            assertThat(client.value("select current_user")).isEqualTo(PostgresRig.APP);
        }
    }

    private static String literal(String password) {
        return "'" + password.replace("'", "''") + "'";
    }
}
