package poollab.pooler.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.directory.SearchControls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LdapOptionsTest {
    @Test
    void aNameIsMadeOfPrefixAndSuffix() throws LdapProblem {
        LdapOptions options = LdapOptions.parse("ldapserver=127.0.0.1 ldapport=1389, ldapprefix=\"uid=\" ldapsuffix=\",dc=example,dc=net\" ldaptls=1\n");
        assertThat(options.servers()).containsExactly("127.0.0.1");
        assertThat(options.port()).isEqualTo(1389);
        assertThat(options.prefix()).isEqualTo("uid=");
        assertThat(options.suffix()).isEqualTo(",dc=example,dc=net");
        assertThat(options.startTls()).isTrue();
        assertThat(options.baseDn()).isNull();
    }

    @Test
    void whatStandsBehindABlankAndAHashIsAComment() throws LdapProblem {
        LdapOptions options = LdapOptions.parse("ldapserver=x ldapbasedn=y ldapbindpasswd=a#b # our directory");
        assertThat(options.bindPassword()).isEqualTo("a#b");
    }

    @Test
    void aUrlSaysTheSame() throws LdapProblem {
        LdapOptions options = LdapOptions.parse("ldapurl=\"ldaps://directory.example:1636/dc=example,dc=net??sub?(|(uid=$username)(mail=$username))\"");
        assertThat(options).hasToString("ldaps://directory.example:1636");
        assertThat(options.baseDn()).isEqualTo("dc=example,dc=net");
        assertThat(options.filter()).isEqualTo("(|(uid=$username)(mail=$username))");
        assertThat(options.scope()).isEqualTo(SearchControls.SUBTREE_SCOPE);
        assertThat(LdapOptions.parse("ldapurl=ldap://h/dc=x?cn?one").filter()).isEqualTo("(cn=$username)");
        assertThat(LdapOptions.parse("ldapurl=ldap://h/dc=x").scope()).isEqualTo(SearchControls.OBJECT_SCOPE);
    }

    @Test
    void whatIsNotSaidIsAsInPostgres() throws LdapProblem {
        LdapOptions options = LdapOptions.parse("ldapserver=\"one two\" ldapbasedn=\"dc=\"\"x\"\"\"");
        assertThat(options.servers()).isEqualTo(List.of("one", "two"));
        assertThat(options.baseDn()).isEqualTo("dc=\"x\"");
        assertThat(options.port()).isEqualTo(389);
        assertThat(options.filter()).isEqualTo("(uid=$username)");
        assertThat(options.scope()).isEqualTo(SearchControls.SUBTREE_SCOPE);
        assertThat(LdapOptions.parse("ldapscheme=ldaps ldapserver=x ldapbasedn=y").port()).isEqualTo(636);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ldapserver=x                                     | authentication method "ldap" requires argument "ldapbasedn", "ldapprefix", or "ldapsuffix" to be set
            ldapbasedn=x                                     | LDAP server not specified: set ldapserver, or a host in ldapurl
            ldapserver=x ldapprefix=a ldapbasedn=b           | cannot mix options for simple bind and search+bind modes
            ldapserver=x ldapbasedn=b ldapsearchattribute=a ldapsearchfilter=c | cannot use ldapsearchattribute together with ldapsearchfilter
            ldapserver=x ldapprefix=a ldapport=0             | invalid LDAP port number: "0"
            ldapserver=x ldapprefix=a ldapport=65536         | invalid LDAP port number: "65536"
            ldapserver=x ldapprefix=a ldapscheme=http        | invalid ldapscheme value: "http"
            ldapserver=x ldapprefix=a ldapuser=b             | invalid LDAP option: "ldapuser"
            ldapurl=http://x/dc=y                            | unsupported LDAP URL scheme: http
            ldapurl=ldap://x/dc=y?uid?all                    | could not parse LDAP URL "ldap://x/dc=y?uid?all": its scope is base, one or sub
            """)
    void whatDoesNotGoTogetherIsToldAsPgBouncerTellsIt(String options, String problem) {
        assertThatThrownBy(() -> LdapOptions.parse(options)).isInstanceOf(LdapProblem.class).hasMessage(problem);
    }

    @ParameterizedTest
    @CsvSource({"ldapbindpasswd = secret", "ldapserver=x ldapbindpasswd=\"secret", "secret"})
    void aPasswordIsNotToldBack(String options) {
        assertThatThrownBy(() -> LdapOptions.parse(options)).isInstanceOf(LdapProblem.class).message().doesNotContain("secret");
    }

    @Test
    void certificatesAreBelievedAsThisMachineSays(@TempDir Path folder) throws Exception {
        Path authority = Files.writeString(folder.resolve("ca.pem"), "");
        Path file = Files.writeString(folder.resolve("ldap.conf"), "# mine\nTLS_CACERT " + authority + "\ntls_reqcert never\n");
        assertThat(LdapConf.read(Map.of("LDAPCONF", file.toString()))).isEqualTo(new LdapConf(Optional.of(authority), false));
        assertThat(LdapConf.read(Map.of("LDAPCONF", file.toString(), "LDAPTLS_REQCERT", "demand")).checks()).isTrue();
        assertThat(LdapConf.read(Map.of("LDAPCONF", folder.resolve("none").toString()))).isEqualTo(new LdapConf(Optional.empty(), true));
    }

    @Test
    void anImpossibleNameOfAFileIsAProblemOfTheLogin(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("ldap.conf"), "TLS_CACERT a\0b\n");
        assertThatThrownBy(() -> LdapConf.read(Map.of("LDAPCONF", file.toString()))).isInstanceOf(LdapProblem.class)
                .hasMessage("LDAP configuration: Nul character not allowed in the name of a file");
    }
}
