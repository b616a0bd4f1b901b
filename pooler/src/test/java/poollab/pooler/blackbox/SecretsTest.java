package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.OTHER;
import static poollab.pooler.blackbox.PostgresRig.OTHER_PASSWORD;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes through it, the pooler writes no secret into its log, and tells none to whoever looks. */
@DisabledIf("poollab.pooler.blackbox.PoolerUnderTest#isPeer")
class SecretsTest {
    private static final String TYPED = "typed-secret";
    private static final String ENTRY = "entry-secret";
    private static List<String> secrets;

    @BeforeAll
    static void collect() {
        PostgresRig.get().run("drop role if exists hidden", "create role hidden login password '" + ENTRY + "'");
        secrets = new ArrayList<>(List.of(APP_PASSWORD, OTHER_PASSWORD, TYPED, ENTRY, "admin-secret", "stats-secret", "wrong-guess"));
        secrets.add(Scram.md5Secret(APP, APP_PASSWORD).substring(3));
        for (String role : List.of(APP, OTHER, "hidden"))
            secrets.addAll(List.of(PostgresRig.get().storedSecret(role).split("[$:]")).subList(2, 5));
    }

    private static void nothingIsTold(PoolerRig rig) {
        StringBuilder told = new StringBuilder(rig.log());
        for (String user : List.of("admin", "stats")) {
            try (RawClient console = rig.login("pgbouncer", user, user + "-secret")) {
                for (String table : List.of("config", "databases", "users", "clients", "servers", "sockets", "pools", "peers"))
                    told.append(console.query("show " + table).messages());
            }
        }
        told.append(rig.log());
        assertThat(told.toString()).contains("admin").doesNotContain(secrets.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "md5", "scram-sha-256"})
    void loginsGoodAndBad(String method) {
        String kept = method.equals("md5") ? Scram.md5Secret(APP, APP_PASSWORD) : method.equals("plain") ? APP_PASSWORD : PostgresRig.get().storedSecret(APP);
        try (PoolerRig rig = PoolerRig.plan().secret(APP, kept).database("entry", "dbname=" + DATABASE + " user=hidden password=" + ENTRY)
                .set("auth_type = " + method, "verbose = 3").start()) {
            try (RawClient client = rig.connect()) {
                client.tryLogin(DATABASE, APP, APP_PASSWORD);
                client.query("select 1");
            }
            try (RawClient client = rig.login("entry", OTHER, OTHER_PASSWORD)) {
                assertThat(client.value("select current_user")).isEqualTo("hidden");
                client.query("alter role hidden password '" + ENTRY + "'");
                client.query("alter role nobody password '" + TYPED + "'");
            }
            for (String user : List.of(APP, "stranger")) {
                try (RawClient client = rig.connect()) {
                    assertThat(client.tryLogin(DATABASE, user, "wrong-guess").error()).isNotEmpty();
                }
            }
            nothingIsTold(rig);
        }
    }

    @Test
    void whatTheServerIsAskedFor() {
        try (PoolerRig rig = PoolerRig.plan().secret("postgres", "").database("entry", "dbname=" + DATABASE + " user=hidden password=" + ENTRY
                + " connect_query='do $$ begin raise exception using message = ''refused '' || length(''" + TYPED + "''); end $$'")
                .set("auth_type = scram-sha-256", "auth_user = postgres", "verbose = 3").start()) {
            try (RawClient client = rig.login(DATABASE, "hidden", ENTRY)) {
                client.query("select 1");
            }
            try (RawClient client = rig.connect()) {
                client.tryLogin("entry", OTHER, OTHER_PASSWORD);
            }
            assertThat(rig.log()).contains("refused 12");
            nothingIsTold(rig);
        }
    }

    @Test
    void whatIsMistyped() {
        try (PoolerRig rig = PoolerRig.with("auth_type = scram-sha-256", "verbose = 3"); RawClient console = rig.admin()) {
            console.query("alter role app password '" + TYPED + "'");
            console.query("show config '" + TYPED);
            console.query("pause " + TYPED + " " + TYPED);
            for (byte[] rubbish : List.of(Wire.password(TYPED), Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE, "password", TYPED),
                    Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE, "options", "-c password=" + TYPED), Wire.query("select '" + TYPED + "'"))) {
                try (RawClient client = rig.connect()) {
                    client.send(rubbish);
                    client.readOrClosed();
                }
            }
            nothingIsTold(rig);
        }
    }

    @Test
    void whatIsBrokenInTheFiles() {
        try (PoolerRig rig = PoolerRig.plan().secret(APP, APP_PASSWORD).set("auth_type = scram-sha-256", "verbose = 3", "; a place for more").start(); RawClient console = rig.admin()) {
            for (String line : List.of("passwort = " + TYPED, TYPED, "[databases]\nbroken = host=x password='" + TYPED, "[databases]\nbroken = hosts=x password=" + TYPED,
                    "[databases]\nbroken = host=x password=" + TYPED + " port=none", "[users]\napp = password=" + TYPED)) {
                rig.edit("; a place for more", line);
                assertThat(console.query("reload").error()).as(line).startsWith("ERROR");
                rig.edit(line, "; a place for more");
            }
            assertThat(console.query("reload").error()).isEmpty();
            rig.append("userlist.txt", "\"half\" \"" + TYPED + "\n\"" + APP + " " + TYPED + "\n" + TYPED + "\n");
            console.query("reload");
            assertThat(rig.log().lines().filter(line -> line.contains("userlist"))).isNotEmpty();
            assertThat(rig.log()).doesNotContain(TYPED);
        }
    }
}
