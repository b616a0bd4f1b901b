package poollab.pooler.auth.hba;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets which rule. */
class HbaTest {
    private static final String RULES = """
            # kind database user address method

            \t \t
            local    logs         all                              peer
            local    all          eve                              reject   # she may not
            local    all          all                              md5
            hostssl  all          all      10.0.0.0/8              cert
            hostnossl all         all      11.0.0.0/8              password
            host     sameuser     all      12.0.0.0 255.0.0.0      trust
            host     a,b , c      x,y      13.0.0.0/8              scram-sha-256
            host     "all"        "all"    14.0.0.0/8              trust
            host     "q""q"       "a , b"  14.0.0.0/8              md5
            host     wide         all      128.0.0.0/1             trust
            host     odd          all      15.1.1.1/8              trust
            host     replication  all      16.0.0.0/8              trust
            host     db,replication all    17.0.0.0/8              trust
            host     all          sameuser 18.0.0.0/8              trust
            host     six          all      fd00::/8                md5
            host     six          all      ::1/128                 trust
            host     any          all      all                     ldap ldapserver=x ldapprefix="y, z"
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            logs | ann   | unix            |       | PEER
            db   | eve   | unix            |       | REJECT
            logs | eve   | unix            |       | PEER
            db   | ann   | unix            |       | MD5
            db   | ann   | 10.1.2.3        | tls   | CERT
            db   | ann   | 10.1.2.3        |       | none
            db   | ann   | 11.1.2.3        |       | PLAIN
            db   | ann   | 11.1.2.3        | tls   | none
            ann  | ann   | 12.255.0.1      |       | TRUST
            db   | ann   | 12.255.0.1      |       | none
            c    | y     | 13.0.0.1        |       | SCRAM_SHA_256
            c    | z     | 13.0.0.1        |       | none
            d    | y     | 13.0.0.1        |       | none
            all  | all   | 14.0.0.1        |       | TRUST
            db   | ann   | 14.0.0.1        |       | none
            q"q  | a , b | 14.0.0.1        |       | MD5
            wide | ann   | 128.0.0.0       |       | TRUST
            wide | ann   | 255.255.255.255 |       | TRUST
            wide | ann   | 127.255.255.255 |       | none
            odd  | ann   | 15.1.1.1        |       | none
            odd  | ann   | 15.2.2.2        |       | none
            db   | ann   | 16.0.0.1        | repl  | TRUST
            replication | ann | 16.0.0.1   |       | none
            c    | y     | 13.0.0.1        | repl  | none
            db   | ann   | 17.0.0.1        | repl  | TRUST
            db   | ann   | 17.0.0.1        |       | TRUST
            db   | db    | 18.0.0.1        |       | TRUST
            db   | ann   | 18.0.0.1        |       | none
            six  | ann   | fdff::7         |       | MD5
            six  | ann   | fe00::7         |       | none
            six  | ann   | ::1             |       | TRUST
            six  | ann   | 0.0.0.1         |       | none
            any  | ann   | 9.9.9.9         |       | LDAP
            any  | ann   | fe00::1         |       | LDAP
            """)
    void theFirstRuleThatFitsDecides(String database, String user, String from, String extra, String method) {
        Hba hba = Hba.parse(Path.of("hba.conf"), RULES, IdentMaps.NONE);
        InetAddress address = from.equals("unix") ? null : InetAddress.ofLiteral(from);
        Login login = new Login(address, "tls".equals(extra), "repl".equals(extra), database, user);
        assertThat(hba.rule(login).map(rule -> rule.method().name()).orElse("none")).isEqualTo(method);
        assertThat(hba.warnings()).singleElement().asString().startsWith("address does not match mask in hba.conf line #14");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            hots all all all trust                  | unknown type
            "host" all all all trust                | unknown type
            host                                    |
            host all                                |
            host all,                               |
            host all +group all trust               | names of groups
            host samerole all all trust             | samerole is not supported
            host all samegroup all trust            | samegroup is not supported
            host all all                            | did not find address
            host all all 10.0.0 trust               | failed to parse address - 10.0.0
            host all all 010.0.0.1/8 trust          | failed to parse address - 010.0.0.1
            host all all 256.0.0.1/8 trust          | failed to parse address - 256.0.0.1
            host all all localhost/8 trust          | failed to parse address - localhost
            host all all 10.0.0.0 trust             | failed to parse mask: trust
            host all all 10.0.0.0 ::1 trust         | failed to parse mask: ::1
            host all all 10.0.0.0/33 trust          | invalid mask
            host all all 10.0.0.0/ trust            | invalid mask
            host all all ::1/129 trust              | invalid mask
            host all all fe80::1%eth0/128 trust     | failed to parse address
            host all all all plain                  | unsupported method: plain
            host all all all                        | unsupported method: none
            host all all all "trust"                | unsupported method: none
            host all all all trust clientcert=1     | Ident map clientcert=1 is malformed
            host all all all trust map=none         | Ident map none is not found
            host all all all trust map=m more       | unsupported parameters
            host "all all all trust                 |
            host all @nowhere.txt all trust         | cannot read @nowhere.txt
            """)
    void aBrokenLineIsLeftOutAndNamed(String line, String why) {
        IdentMaps maps = IdentMaps.parse("m system user");
        Hba hba = Hba.parse(Path.of("hba.conf"), "host all all all reject\r\n" + line + "\nlocal all all trust", maps);
        assertThat(hba.rules()).extracting(Rule::line).containsExactly(1, 3);
        assertThat(hba.warnings()).last().isEqualTo("could not parse hba config line 2");
        if (why != null) assertThat(hba.warnings().getFirst()).startsWith("hba line 2: " + why);
        else assertThat(hba.warnings()).hasSize(1);
    }

    @Test
    void namesMayBeInFilesBesideTheRules(@TempDir Path folder) throws IOException {
        Files.createDirectory(folder.resolve("more"));
        Files.writeString(folder.resolve("hba.conf"), "host db @users all trust\nhost db @loop all md5\n");
        Files.writeString(folder.resolve("users"), "ann, bob\n\n# guests\n\"c d\"\n@more/users\n");
        Files.writeString(folder.resolve("more/users"), "dan\n@others\neve fay\n");
        Files.writeString(folder.resolve("more/others"), "gil");
        Files.writeString(folder.resolve("loop"), "@loop");
        Hba hba = Hba.load(folder.resolve("hba.conf"), IdentMaps.NONE);
        for (String user : new String[] {"ann", "bob", "c d", "dan", "eve", "gil"}) assertThat(hba.rule(tcp(user))).as(user).isPresent();
        for (String user : new String[] {"fay", "c", "@more/users"}) assertThat(hba.rule(tcp(user))).as(user).isEmpty();
        assertThat(hba.warnings()).anyMatch(warning -> warning.contains("line 3: what follows a blank without a comma is ignored"))
                .anyMatch(warning -> warning.contains("include each other"));
    }

    @Test
    void withoutRulesNobodyComesIn() {
        assertThat(Hba.NONE.rule(tcp("ann"))).isEmpty();
    }

    private static Login tcp(String user) {
        return new Login(InetAddress.ofLiteral("127.0.0.1"), false, false, "db", user);
    }
}
