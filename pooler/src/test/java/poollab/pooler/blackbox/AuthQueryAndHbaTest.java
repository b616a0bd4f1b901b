package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.OTHER;
import static poollab.pooler.blackbox.PostgresRig.OTHER_PASSWORD;

import org.junit.jupiter.api.Test;

/** Users the server knows, and rules by address. */
class AuthQueryAndHbaTest {

    @Test
    void aUserThatIsNotInTheUserlistIsLookedUpInTheServer() {
        PostgresRig.get().run("drop role if exists looked_up", "create role looked_up login password 'found'");
        try (PoolerRig rig = lookingUp().start(); RawClient client = rig.login(DATABASE, "looked_up", "found")) {
            assertThat(client.value("select current_user")).isEqualTo("looked_up");
            assertThat(error(rig, "looked_up", "wrong")).isEqualTo("FATAL 08P01 SASL authentication failed");
        }
    }

    /** Follows PgBouncer: with auth_query an unknown user is told so. */
    @Test
    void aUserNobodyKnowsIsRefused() {
        try (PoolerRig rig = lookingUp().start()) {
            assertThat(error(rig, "ghost", "x")).isEqualTo("FATAL 08P01 no such user");
        }
    }

    /** C84: the query's own default leaves them out. */
    @Test
    void expiredAndForbiddenUsersAreRefused() {
        PostgresRig.get().run("drop role if exists expired", "drop role if exists nologin",
                "create role expired login password 'x' valid until '2020-01-01'", "create role nologin password 'x'");
        try (PoolerRig rig = lookingUp().start()) {
            assertThat(error(rig, "expired", "x")).isEqualTo("FATAL 08P01 SASL authentication failed");
            assertThat(error(rig, "nologin", "x")).isEqualTo("FATAL 08P01 no such user");
        }
    }

    @Test
    void aPasswordThatChangedIsSeenAtTheNextLogin() {
        PostgresRig.get().run("drop role if exists changing", "create role changing login password 'before'");
        try (PoolerRig rig = lookingUp().start()) {
            assertThat(error(rig, "changing", "before")).isEmpty();
            PostgresRig.get().run("alter role changing password 'after'");
            assertThat(error(rig, "changing", "before")).isEqualTo("FATAL 08P01 SASL authentication failed");
            assertThat(error(rig, "changing", "after")).isEmpty();
        }
    }

    @Test
    void theFirstRuleThatFitsDecides() {
        try (PoolerRig rig = PoolerRig.plan().database("second", "dbname=seconddb").file("hba.conf", """
                # type database user address method
                host second app 127.0.0.1/32 reject
                host all app 127.0.0.0/8 scram-sha-256
                host appdb,second other 127.0.0.1 255.255.255.255 password
                host nonsense
                host all trusted 10.0.0.0/8 trust
                host pgbouncer all all trust
                """).set("auth_type = hba", "auth_hba_file = FOLDER/hba.conf").start()) {
            assertThat(reply(rig, DATABASE, APP, APP_PASSWORD).types()).startsWith("RRR").endsWith("KZ");
            assertThat(reply(rig, "second", APP, APP_PASSWORD).error()).isEqualTo("FATAL 08P01 login rejected");
            Reply plain = reply(rig, "second", OTHER, OTHER_PASSWORD);
            assertThat(plain.error()).isEmpty();
            assertThat(plain.messages().getFirst().buffer().getInt()).isEqualTo(3);
            assertThat(reply(rig, DATABASE, "trusted", "").error())
                    .isEqualTo("FATAL 08P01 no authentication method is found");
        }
    }

    private static PoolerRig.Plan lookingUp() {
        return PoolerRig.plan().secret("postgres", "").set("auth_type = scram-sha-256", "auth_user = postgres");
    }

    private static String error(PoolerRig rig, String user, String password) {
        return reply(rig, DATABASE, user, password).error();
    }

    private static Reply reply(PoolerRig rig, String database, String user, String password) {
        try (RawClient client = rig.connect()) {
            return client.tryLogin(database, user, password);
        }
    }
}
