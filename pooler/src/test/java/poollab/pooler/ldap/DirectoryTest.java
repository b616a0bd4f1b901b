package poollab.pooler.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import poollab.pooler.blackbox.TestKeys;

class DirectoryTest {
    private static final String DIRECT = "ldapprefix=\"uid=\" ldapsuffix=\",dc=example,dc=net\"";
    private static TestDirectory server;

    @BeforeAll
    static void start() throws Exception {
        server = new TestDirectory();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Directory directory(String options) throws LdapProblem {
        return directory(options, Optional.of(Path.of(TestKeys.get().file("ca.crt"))), true);
    }

    private static Directory directory(String options, Optional<Path> authorities, boolean checks) throws LdapProblem {
        String text = options.replace("SERVER", "ldapserver=localhost ldapport=" + server.port()).replace("TLSPORT", "" + server.tlsPort()).replace("PORT", "" + server.port());
        return new Directory(LdapOptions.parse(text), new LdapConf(authorities, checks));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "SERVER " + DIRECT,
        "SERVER ldapbasedn=\"dc=example,dc=net\"",
        "SERVER ldapbasedn=\"dc=example,dc=net\" ldapbinddn=cn=searcher ldapbindpasswd=searcher-secret",
        "SERVER ldapbasedn=\"dc=example,dc=net\" ldapsearchattribute=cn",
        "SERVER ldapbasedn=\"dc=example,dc=net\" ldapsearchfilter=\"uid=$username\"",
        "SERVER ldapbasedn=\"dc=example,dc=net\" ldaptls=1",
        "SERVER ldaptls=1 " + DIRECT,
        "ldapurl=\"ldap://localhost:PORT/dc=example,dc=net?uid?sub\"",
        "ldapurl=\"ldap://localhost:PORT/dc=example,dc=net??sub?(|(uid=$username)(mail=$username))\"",
        "ldapurl=\"ldaps://localhost:TLSPORT/dc=example,dc=net?uid?one\"",
        "ldapscheme=ldaps ldapport=TLSPORT ldapserver=\"localhost localhost\" " + DIRECT})
    void theRightPasswordIsRightAndAnotherIsNot(String options) throws Exception {
        directory(options).check("app", "directory-secret");
        assertThatThrownBy(() -> directory(options).check("app", "wrong")).isInstanceOf(LdapProblem.class).hasMessageStartingWith("LDAP login failed for user uid=app,dc=example,dc=net on ldap")
                .message().doesNotContain("wrong");
        assertThatThrownBy(() -> directory(options).check("nobody", "directory-secret")).isInstanceOf(LdapProblem.class);
        assertThatThrownBy(() -> directory(options).check("app", "")).isInstanceOf(LdapProblem.class);
    }

    @Test
    void aNameThatWouldChangeTheSearchIsRefused() throws Exception {
        for (String name : new String[] {"*", "a)(uid=app", "a\\2a", "a/b", "app)"})
            assertThatThrownBy(() -> directory("SERVER ldapbasedn=\"dc=example,dc=net\"").check(name, "directory-secret"))
                    .isInstanceOf(LdapProblem.class).hasMessage("invalid character in user name for LDAP authentication");
    }

    @Test
    void whoIsThereTwiceIsNobody() {
        assertThatThrownBy(() -> directory("SERVER ldapbasedn=\"dc=example,dc=net\"").check("twin", "x")).isInstanceOf(LdapProblem.class).hasMessageContaining("is not unique");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVER ldaptls=1 " + DIRECT, "ldapurl=\"ldaps://localhost:TLSPORT/dc=example,dc=net?uid?sub\""})
    void aCertificateOfAnotherAuthorityEndsItUnlessNobodyChecks(String options) throws Exception {
        Optional<Path> other = Optional.of(Path.of(TestKeys.get().file("otherca.crt")));
        assertThatThrownBy(() -> directory(options, other, true).check("app", "directory-secret")).isInstanceOf(LdapProblem.class).hasMessageStartingWith("could not ask ldap");
        directory(options, other, false).check("app", "directory-secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ldapserver=127.0.0.1 ldapport=PORT ldaptls=1 " + DIRECT, "ldapurl=\"ldaps://127.0.0.1:TLSPORT/dc=example,dc=net?uid?sub\""})
    void aCertificateForAnotherHostEndsItToo(String options) {
        assertThatThrownBy(() -> directory(options).check("app", "directory-secret")).isInstanceOf(LdapProblem.class).hasMessageStartingWith("could not ask ldap");
    }

    @Test
    void aDirectoryThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> directory("ldapserver=127.0.0.1 ldapport=1 " + DIRECT).check("app", "directory-secret")).isInstanceOf(LdapProblem.class)
                .hasMessageContaining("ldap://127.0.0.1:1").hasMessageContaining("refused");
    }

    @Test
    void noOptionTellsAPassword() throws LdapProblem {
        assertThat(LdapOptions.parse("ldapserver=x ldapbasedn=y ldapbindpasswd=searcher-secret").toString()).doesNotContain("searcher-secret");
    }
}
