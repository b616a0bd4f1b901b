package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How users are looked up on the server: where, by which query, and what becomes of the connection it ran on. */
class AuthQueryTest {
    private static final String ROW = "select rolname, rolpassword from pg_authid where rolname = $1";
    private static final String CONFIG_ERROR = "FATAL 08P01 bouncer config error";
    private static final String PASSWORD = "seeker-secret";

    @BeforeAll
    static void create() {
        PostgresRig.get().run("drop role if exists seeker", "create role seeker login password '" + PASSWORD + "'");
    }

    @Test
    void theDatabasesOwnSettingsBeatTheGeneralOnes() {
        try (PoolerRig rig = PoolerRig.plan().secret("postgres", "")
                .database("own", "dbname=appdb auth_user=postgres auth_dbname=appdb auth_query='" + ROW + "'")
                .set("auth_type = scram-sha-256", "auth_user = trusted", "auth_dbname = nowhere", "auth_query = select 1")
                .start()) {
            assertThat(error(rig, "own")).isEmpty();
            assertThat(error(rig, DATABASE)).isEqualTo(CONFIG_ERROR);
            assertThat(rig.log()).contains("authentication database \"nowhere\" is not configured.");
        }
    }

    @Test
    void theConsoleIsNoDatabaseToAsk() {
        try (PoolerRig rig = asking().database("wrong", "auth_dbname=pgbouncer").start()) {
            assertThat(error(rig, "wrong")).isEqualTo(CONFIG_ERROR);
            assertThat(error(rig, "pgbouncer")).isEqualTo(CONFIG_ERROR);
            assertThat(rig.log()).contains("cannot use the reserved \"pgbouncer\" database as an auth_dbname");
        }
    }

    @Test
    void aDisabledDatabaseIsNotAsked() {
        try (PoolerRig rig = asking().database("asked", "dbname=appdb").set("auth_dbname = asked").start(); RawClient admin = rig.admin()) {
            admin.query("disable asked");
            assertThat(error(rig, DATABASE)).isEqualTo("FATAL 08P01 authentication database \"asked\" is disabled");
        }
    }

    @Test
    void usersOfTheConsoleAreLookedUpToo() {
        try (PoolerRig rig = asking().set("auth_dbname = appdb", "admin_users = admin, seeker").start();
                RawClient console = rig.login("pgbouncer", "seeker", PASSWORD)) {
            assertThat(console.query("show version").error()).isEmpty();
        }
    }

    @Test
    void anAnswerOfAnotherShapeEndsTheLogin() {
        assertThat(broken("select rolname from pg_authid where rolname = $1")).contains("expected 2 columns from auth_query, not 1");
        assertThat(broken("select 1, 2, $1")).contains("expected 2 columns from auth_query, not 3");
        assertThat(broken("select null, $1")).contains("auth_query response contained null user name");
        assertThat(broken("select rolname, $1 from nowhere")).contains("S: error in auth_query: ERROR: relation \"nowhere\" does not exist")
                .contains("error response from auth_query");
        assertThat(broken("insert into copied (name) values ($1)")).contains("unexpected response from auth_query");
    }

    private static String broken(String query) {
        try (PoolerRig rig = asking().set("auth_query = " + query).start()) {
            assertThat(error(rig, DATABASE)).isEqualTo(CONFIG_ERROR);
            return rig.log();
        }
    }

    @Test
    void theQueryDecidesWhoLogsIn() {
        try (PoolerRig rig = asking().set("auth_query = select 'seeker', rolpassword from pg_authid where rolname = 'seeker' and $1 = 'alias'").start();
                RawClient client = rig.login(DATABASE, "alias", PASSWORD); RawClient other = rig.connect()) {
            assertThat(client.value("select current_user")).isEqualTo("seeker");
            assertThat(other.tryLogin(DATABASE, "ghost", PASSWORD).error()).isEqualTo("FATAL 08P01 no such user");
        }
    }

    /** PgBouncer goes on without a secret when it has met the name before, and with trust lets it in. */
    @Test
    void aUserWhoIsGoneIsNotKnownAnyMore() {
        Assumptions.assumeFalse(PoolerUnderTest.isPeer());
        PostgresRig.get().run("drop role if exists leaver", "create role leaver login");
        try (PoolerRig rig = asking().set("auth_type = trust").database("forced", "dbname=appdb user=trusted").start()) {
            rig.login("forced", "leaver", "").close();
            PostgresRig.get().run("drop role leaver");
            try (RawClient client = rig.connect()) {
                assertThat(client.tryLogin("forced", "leaver", "").error()).isEqualTo("FATAL 08P01 no such user");
            }
        }
    }

    @Test
    void whatTheClientAsksForIsNotSetWhereTheQueryRuns() {
        try (PoolerRig rig = asking().set("auth_query = " + ROW + " and current_setting('application_name') = ''").start();
                RawClient client = rig.login(DATABASE, "seeker", PASSWORD, "application_name", "stranger")) {
            assertThat(client.value("show application_name")).isEqualTo("stranger");
        }
    }

    @Test
    void theConnectionIsResetAfterTheQueryInSessionMode() {
        try (PoolerRig rig = asking().set("pool_mode = session").start(); RawClient root = PostgresRig.get().root()) {
            assertThat(error(rig, DATABASE)).isEmpty();
            assertThat(eventually(root, "select query from pg_stat_activity where datname = 'appdb' and usename = 'postgres' and pid <> pg_backend_pid()"
                    + " and query not like 'create %'", "DISCARD ALL")).isTrue();
        }
    }

    @Test
    void allLoginsOfAFoundUserShareOnePool() {
        try (PoolerRig rig = asking().start(); RawClient admin = rig.admin()) {
            for (int i = 0; i < 3; i++)
                try (RawClient client = rig.login(DATABASE, "seeker", PASSWORD)) {
                    client.query("select 1");
                }
            assertThat(admin.query("show pools").table()).filteredOn(row -> row.get("user").equals("seeker")).hasSize(1);
            assertThat(PostgresRig.get().backends(DATABASE, "seeker")).isEqualTo(1);
        }
    }

    @Test
    void aFoundUserHasTheLimitsOfItsEntry() {
        try (PoolerRig rig = asking().user("seeker = max_user_client_connections=1").start(); RawClient first = rig.login(DATABASE, "seeker", PASSWORD)) {
            assertThat(error(rig, DATABASE)).isEqualTo("FATAL 08P01 client connections exceeded (max_user_client_connections)");
            assertThat(first.query("select 1").error()).isEmpty();
        }
    }

    @Test
    void lookupsQueueForTheConnectionAndAllAreServed() {
        try (PoolerRig rig = asking().set("default_pool_size = 1", "auth_query = " + ROW + " and pg_sleep(0.7) is not null").start();
                RawClient admin = rig.admin(); RawClient first = rig.connect(); RawClient second = rig.connect(); RawClient third = rig.connect()) {
            for (RawClient client : new RawClient[] {first, second, third})
                client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", "seeker", "database", DATABASE));
            Pause.millis(300);
            assertThat(admin.query("show pools").table()).filteredOn(row -> row.get("user").equals("postgres"))
                    .singleElement().satisfies(row -> {
                        assertThat(row.get("cl_waiting")).isEqualTo("2");
                        assertThat(row.get("sv_active")).isEqualTo("1");
                    });
            for (RawClient client : new RawClient[] {first, second, third}) assertThat(client.read().type()).isEqualTo('R');
        }
    }

    @Test
    void aLoginThatTakesTooLongTakesTheConnectionWithIt() {
        try (PoolerRig rig = asking().set("client_login_timeout = 1", "auth_query = " + ROW + " and pg_sleep(30) is not null").start();
                RawClient client = rig.connect(); RawClient root = PostgresRig.get().root()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", "seeker", "database", DATABASE));
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 client_login_timeout");
            assertThat(eventually(root, SLEEPING, "0")).isTrue();
        }
    }

    /** PgBouncer does not read a client while it looks it up, and notices only at the end. */
    @Test
    void aClientThatLeavesTakesTheConnectionWithIt() {
        Assumptions.assumeFalse(PoolerUnderTest.isPeer());
        try (PoolerRig rig = asking().set("auth_query = " + ROW + " and pg_sleep(30) is not null").start();
                RawClient client = rig.connect(); RawClient root = PostgresRig.get().root()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", "seeker", "database", DATABASE));
            assertThat(eventually(root, SLEEPING, "1")).isTrue();
            client.drop();
            assertThat(eventually(root, SLEEPING, "0")).isTrue();
        }
    }

    @Test
    void whatIsSentAheadWaitsForTheAnswer() {
        try (PoolerRig rig = asking().set("auth_type = plain", "auth_query = select $1::text, 'seeker-secret' from pg_sleep(0.5)").start(); RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", "seeker", "database", DATABASE), Wire.password(PASSWORD));
            client.send(Wire.query("select 1"));
            Reply login = client.readReply();
            assertThat(login.types()).startsWith("RR").endsWith("KZ");
            assertThat(client.readReply().value()).isEqualTo("1");
        }
    }

    /** It is told that it is not known only where nothing can be asked. */
    @Test
    void anUnknownUserOfTheConsoleIsAskedForAPasswordLikeAnyOther() {
        try (PoolerRig rig = PoolerRig.plan().set("auth_type = md5").start()) {
            assertThat(error(rig, "pgbouncer")).isEqualTo("FATAL 08P01 password authentication failed");
        }
    }

    /** A user in the file is not looked up, even without a secret. */
    @Test
    void theFileComesBeforeTheServer() {
        try (PoolerRig rig = asking().secret(APP, "from the file").start(); RawClient client = rig.connect()) {
            assertThat(client.tryLogin(DATABASE, APP, APP_PASSWORD).error()).isEqualTo("FATAL 08P01 SASL authentication failed");
        }
    }

    /** The verifier is the same on both sides, so a login to the pooler is as good as one to the server. PgBouncer manages no forced user with such a secret. */
    @Test
    void aScramLoginOpensTheServerForTheSameUserOnly() {
        String secret = PostgresRig.get().storedSecret(APP);
        try (PoolerRig rig = PoolerRig.plan().secret(APP, secret).set("auth_type = scram-sha-256")
                .database("forced", "dbname=appdb user=app password='" + secret + "'")
                .database("same", "dbname=appdb user=app password='" + secret + "'").start()) {
            if (!PoolerUnderTest.isPeer())
                try (RawClient other = rig.connect()) {
                    assertThat(other.tryLogin("forced", PostgresRig.OTHER, PostgresRig.OTHER_PASSWORD).error())
                            .isEqualTo("FATAL 08P01 server login failed: wrong password type");
                }
            for (String database : PoolerUnderTest.isPeer() ? new String[] {DATABASE} : new String[] {DATABASE, "same"})
                try (RawClient client = rig.login(database, APP, APP_PASSWORD)) {
                    assertThat(client.value("select current_user")).isEqualTo(APP);
                }
        }
    }

    private static final String SLEEPING =
            "select count(*) from pg_stat_activity where usename = 'postgres' and state = 'active' and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()";

    private static PoolerRig.Plan asking() {
        return PoolerRig.plan().secret("postgres", "").set("auth_type = scram-sha-256", "auth_user = postgres");
    }

    private static String error(PoolerRig rig, String database) {
        try (RawClient client = rig.connect()) {
            return client.tryLogin(database, "seeker", PASSWORD).error();
        }
    }

    private static boolean eventually(RawClient root, String query, String wanted) {
        for (int i = 0; i < 100; i++) {
            Reply reply = root.query(query);
            if (reply.rows().stream().anyMatch(row -> wanted.equals(row.getFirst().orElse(null)))) return true;
            Pause.millis(50);
        }
        return false;
    }
}
