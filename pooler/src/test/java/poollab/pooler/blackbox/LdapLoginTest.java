package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import poollab.pooler.ldap.TestDirectory;

/** Clients whose passwords an LDAP directory knows. */
@DisabledIf("poollab.pooler.blackbox.PoolerUnderTest#isPeer")
class LdapLoginTest {
    private static final String FAILED = "FATAL 08P01 LDAP authentication failed";
    private static TestDirectory directory;

    @BeforeAll
    static void start() throws Exception {
        directory = new TestDirectory();
        PostgresRig.get().run("drop role if exists newcomer", "create role newcomer login password 'newcomer-secret'");
    }

    @AfterAll
    static void stop() {
        directory.close();
    }

    private static String options() {
        return "ldapserver=127.0.0.1 ldapport=" + directory.port() + " ldapprefix=\"uid=\" ldapsuffix=\",dc=example,dc=net\"";
    }

    private static PoolerRig.Plan byDirectory() {
        return PoolerRig.plan().set("auth_type = ldap", "auth_ldap_options = " + options());
    }

    private static String error(PoolerRig rig, String user, String password) {
        try (RawClient client = rig.connect()) {
            return client.tryLogin(DATABASE, user, password).error();
        }
    }

    @Test
    void whomOnlyTheDirectoryKnowsLogsInToTheServerWithTheSamePassword() {
        try (PoolerRig rig = byDirectory().start(); RawClient client = rig.login(DATABASE, "newcomer", "newcomer-secret")) {
            assertThat(client.value("select current_user")).isEqualTo("newcomer");
            assertThat(error(rig, "newcomer", "wrong")).isEqualTo(FAILED);
            assertThat(error(rig, "stranger", "newcomer-secret")).isEqualTo(FAILED);
            assertThat(error(rig, "newcomer", "")).isEqualTo("FATAL 08P01 empty password returned by client");
            assertThat(rig.log()).contains("LDAP login failed for user uid=newcomer,dc=example,dc=net on ldap://127.0.0.1:").doesNotContain("newcomer-secret", "internal error");
            try (RawClient admin = RawClient.login(rig.port(), DATABASE, "newcomer", "newcomer-secret")) {
                assertThat(admin.value("select 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void anAttemptThatFailsLeavesNothingBehind() {
        try (PoolerRig rig = PoolerRig.plan().file("hba", "host appdb all all ldap " + options() + "\nhost all all all scram-sha-256\n")
                .set("auth_type = hba", "auth_hba_file = FOLDER/hba").start(); RawClient admin = rig.admin()) {
            for (int i = 0; i < 5; i++) assertThat(error(rig, "stranger" + i, "x")).isEqualTo(FAILED);
            assertThat(admin.query("show users").table()).extracting(row -> row.get("name")).noneMatch(name -> name.startsWith("stranger"));
            assertThat(admin.query("show pools").table()).extracting(row -> row.get("user")).noneMatch(name -> name.startsWith("stranger"));
            assertThat(admin.query("show databases").table()).filteredOn(row -> row.get("name").equals(DATABASE))
                    .extracting(row -> row.get("current_client_connections")).containsExactly("0");
        }
    }

    @Test
    void aRuleOfTheHbaFileSendsToTheDirectoryWhomItIsFor() {
        try (PoolerRig rig = PoolerRig.plan().secret(APP, PostgresRig.APP_PASSWORD).file("hba", "host all newcomer all ldap " + options() + "\nhost all all all scram-sha-256\n")
                .set("auth_type = hba", "auth_hba_file = FOLDER/hba").start()) {
            assertThat(error(rig, "newcomer", "newcomer-secret")).isEmpty();
            assertThat(error(rig, APP, PostgresRig.APP_PASSWORD)).isEmpty();
            assertThat(error(rig, APP, "directory-secret")).isEqualTo("FATAL 08P01 SASL authentication failed");
        }
    }

    @Test
    void aRuleWithBrokenOptionsKeepsEverybodyOutWhomItIsFor() {
        try (PoolerRig rig = PoolerRig.plan().file("hba", "host all newcomer all ldap ldapserver=127.0.0.1\nhost all all all trust\n")
                .set("auth_type = hba", "auth_hba_file = FOLDER/hba").start()) {
            assertThat(error(rig, "newcomer", "newcomer-secret")).isEqualTo(FAILED);
            assertThat(rig.log()).contains("hba line 1: authentication method \"ldap\" requires argument");
        }
    }

    /** No NamingException comes of such a name: the question must be answered all the same. */
    @Test
    void aServerWhoseNameIsNoneIsALoginThatFails() {
        try (PoolerRig rig = PoolerRig.plan().file("hba", "host all newcomer all ldap ldapserver=127.0.0.1%zz ldapprefix=x\nhost all all all trust\n")
                .set("auth_type = hba", "auth_hba_file = FOLDER/hba").start(); RawClient other = rig.client()) {
            assertThat(error(rig, "newcomer", "newcomer-secret")).isEqualTo(FAILED);
            assertThat(rig.log()).contains("could not ask ldap://127.0.0.1%zz:389: ").doesNotContain("newcomer-secret", "internal error");
            assertThat(other.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void aNameForTheDirectoryIsNotLookedUpInADatabase() {
        try (PoolerRig rig = byDirectory().set("auth_user = trusted").start()) {
            assertThat(error(rig, "newcomer", "newcomer-secret")).isEqualTo("FATAL 08P01 bouncer config error");
            assertThat(rig.log()).contains("LDAP can't be used together with database authentication");
        }
    }

    /** The directory is asked outside the loop: others are served meanwhile, and who leaves is noticed. */
    @Test
    void aDirectoryThatDoesNotAnswerStopsNobodyElse() throws Exception {
        try (var silent = new ServerSocket(0);
                PoolerRig rig = PoolerRig.plan().file("hba", "host all newcomer all ldap ldapserver=127.0.0.1 ldapport=" + silent.getLocalPort() + " ldapprefix=x\nhost all all all trust\n")
                        .set("auth_type = hba", "auth_hba_file = FOLDER/hba", "client_login_timeout = 2").start();
                RawClient waits = rig.connect(); RawClient other = rig.client()) {
            waits.send(Wire.startup(Wire.PROTOCOL_3_0, "user", "newcomer", "database", DATABASE), Wire.password("newcomer-secret"));
            assertThat(other.value("select 1")).isEqualTo("1");
            assertThat(waits.readToEnd().error()).isEqualTo("FATAL 08P01 client_login_timeout");
        }
    }

    @Test
    void theConsoleDoesNotTellThePasswordOfTheSearch() {
        try (PoolerRig rig = PoolerRig.with("auth_ldap_options = ldapserver=x ldapbasedn=y ldapbindpasswd=\"searcher secret\" ldapport=389"); RawClient admin = rig.admin()) {
            assertThat(admin.query("show config").table()).filteredOn(row -> row.get("key").equals("auth_ldap_options")).extracting(row -> row.get("value"))
                    .containsExactly("ldapserver=x ldapbasedn=y ldapbindpasswd=(hidden) ldapport=389");
        }
    }

    @Test
    void withoutOptionsItDoesNotStart() {
        assertThatThrownBy(() -> PoolerRig.with("auth_type = ldap")).hasStackTraceContaining("auth_type = ldap needs auth_ldap_options");
    }
}
