package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.OTHER;
import static poollab.pooler.blackbox.PostgresRig.OTHER_PASSWORD;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Named statements of the protocol, followed from backend to backend. */
class PreparedStatementTest {
    private PoolerRig rig;
    private RawClient one;
    private RawClient two;

    @BeforeEach
    void start() {
        open("default_pool_size = 1", "max_prepared_statements = 2");
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
        rig.close();
    }

    @Test
    void twoClientsMayUseTheSameNameForDifferentStatements() {
        assertThat(prepare(one, "s1", "select 'one'")).isEqualTo("1Z");
        assertThat(prepare(two, "s1", "select 'two'")).isEqualTo("1Z");
        assertThat(execute(one, "s1")).isEqualTo("one");
        assertThat(execute(two, "s1")).isEqualTo("two");
    }

    @Test
    void aStatementIsPreparedAgainOnTheBackendThatDoesNotKnowIt() {
        stop();
        open("default_pool_size = 2");
        prepare(one, "pid", "select pg_backend_pid()::text");
        String first = execute(one, "pid");
        two.query("begin");
        assertThat("" + two.backendPid()).isEqualTo(first);
        assertThat(execute(one, "pid")).isNotEqualTo(first);
        two.query("commit");
    }

    @Test
    void thoseLongestUnusedAreForgottenByTheBackendAndStillWork() {
        for (int i = 0; i < 5; i++) {
            prepare(one, "s" + i, "select 'number " + i + "'");
        }
        assertThat(statementsOnTheBackend()).isLessThanOrEqualTo(2);
        for (int i = 0; i < 5; i++) {
            assertThat(execute(one, "s" + i)).isEqualTo("number " + i);
        }
        assertThat(statementsOnTheBackend()).isLessThanOrEqualTo(2);
    }

    @Test
    void theSameTextIsPreparedOnceForAllClients() {
        prepare(one, "mine", "select 'shared'");
        prepare(two, "yours", "select 'shared'");
        assertThat(statementsOnTheBackend()).isEqualTo(1);
        assertThat(execute(one, "mine") + execute(two, "yours")).isEqualTo("sharedshared");
    }

    @Test
    void aStatementDescribesItsParametersAndColumns() {
        one.send(Wire.parse("d", "select $1::int as n"), Wire.describe('S', "d"), Wire.bind("", "d", "5"),
                Wire.describe('P', ""), Wire.execute("", 0), Wire.sync());
        assertThat(one.readReply().types()).isEqualTo("1tT2TDCZ");
        two.query("select 1");
        one.send(Wire.describe('S', "d"), Wire.sync());
        assertThat(one.readReply().types()).isEqualTo("tTZ");
    }

    @Test
    void aClosedNameMayBeUsedAgain() {
        prepare(one, "s1", "select 'old'");
        one.send(Wire.close('S', "s1"), Wire.parse("s1", "select 'new'"), Wire.sync());
        assertThat(one.readReply().types()).isEqualTo("31Z");
        assertThat(execute(one, "s1")).isEqualTo("new");
        one.send(Wire.close('S', "never was"), Wire.sync());
        assertThat(one.readReply().types()).isEqualTo("3Z");
    }

    /** C03, follows PgBouncer: PostgreSQL would go on after an ERROR 42P05. */
    @Test
    void parsingALiveNameEndsTheClient() {
        prepare(one, "s1", "select 1");
        one.send(Wire.parse("s1", "select 2"), Wire.sync());
        assertThat(one.readToEnd().error()).isEqualTo("FATAL 08P01 prepared statement name is already in use");
        assertThat(two.value("select 1")).isEqualTo("1");
    }

    /** C04, follows PgBouncer: PostgreSQL would go on after an ERROR 26000. */
    @Test
    void anUnknownNameEndsTheClient() {
        one.send(Wire.bind("", "nowhere"), Wire.execute("", 0), Wire.sync());
        assertThat(one.readToEnd().error()).isEqualTo("FATAL 08P01 prepared statement did not exist");
        two.send(Wire.describe('S', "nowhere"), Wire.sync());
        assertThat(two.readToEnd().error()).isEqualTo("FATAL 08P01 prepared statement did not exist");
    }

    @Test
    void aStatementThatFailsToParseMayBeTriedAgain() {
        one.send(Wire.parse("s1", "selec"), Wire.sync());
        assertThat(one.readReply().error()).startsWith("ERROR 42601");
        one.send(Wire.close('S', "s1"), Wire.sync());
        assertThat(one.readReply().types()).isEqualTo("3Z");
        assertThat(prepare(one, "s1", "select 'fine'")).isEqualTo("1Z");
        assertThat(execute(one, "s1")).isEqualTo("fine");
    }

    @Test
    void namedStatementsInAPipelineKeepTheirOrder() {
        one.send(Wire.parse("a", "select 'a'"), Wire.parse("b", "select 'b'"), Wire.parse("c", "select 'c'"),
                Wire.bind("", "c"), Wire.execute("", 0), Wire.bind("", "a"), Wire.execute("", 0),
                Wire.bind("", "b"), Wire.execute("", 0), Wire.close('S', "b"), Wire.sync());
        Reply reply = one.readReply();
        assertThat(reply.types()).isEqualTo("1112DC2DC2DC3Z");
        assertThat(reply.rows().toString()).isEqualTo("[[Optional[c]], [Optional[a]], [Optional[b]]]");
    }

    @Test
    void anErrorInAPipelineOfNamedStatementsSkipsToItsSync() {
        one.send(Wire.parse("good", "select 'good'"), Wire.parse("bad", "selec"), Wire.parse("late", "select 'late'"),
                Wire.bind("", "late"), Wire.execute("", 0), Wire.sync());
        assertThat(one.readReply().types()).isEqualTo("1EZ");
        assertThat(execute(one, "good")).isEqualTo("good");
    }

    /** C05: one client's DEALLOCATE ALL or DISCARD ALL must not break the others. */
    @Test
    void deallocateAllOfOneClientLeavesTheOthersWorking() {
        prepare(one, "s1", "select 'one'");
        assertThat(two.query("deallocate all").tags()).containsExactly("DEALLOCATE ALL");
        assertThat(execute(one, "s1")).isEqualTo("one");
        assertThat(two.query("discard all").tags()).containsExactly("DISCARD ALL");
        assertThat(execute(one, "s1")).isEqualTo("one");
    }

    @Test
    void deallocateAllForgetsTheClientsOwnStatements() {
        prepare(one, "s1", "select 'old'");
        one.query("deallocate all");
        assertThat(prepare(one, "s1", "select 'new'")).isEqualTo("1Z");
        assertThat(execute(one, "s1")).isEqualTo("new");
    }

    /** C29: a driver that glues its reset in front of the next statement, in one write. */
    @Test
    void aDiscardAllGluedInFrontOfAParseIsAnsweredInOrder() {
        prepare(one, "s1", "select 'before'");
        one.send(Wire.query("discard all"), Wire.parse("s2", "select 'after'"), Wire.bind("", "s2"), Wire.execute("", 0),
                Wire.sync());
        assertThat(one.readReply().tags()).containsExactly("DISCARD ALL");
        assertThat(one.readReply().types()).isEqualTo("12DCZ");
    }

    @Test
    void withoutTrackingNamesArePassedThrough() {
        stop();
        open("default_pool_size = 1", "max_prepared_statements = 0");
        prepare(one, "s1", "select 'one'");
        two.send(Wire.parse("s1", "select 'two'"), Wire.sync());
        assertThat(two.readReply().error()).isEqualTo("ERROR 42P05 prepared statement \"s1\" already exists");
        assertThat(execute(two, "s1")).isEqualTo("one");
    }

    /** In session mode nobody else has the connection, so names are the client's own: whichever way the mode was set. */
    @Test
    void namesAreFollowedAsTheModeOfTheUserOrTheDatabaseSays() {
        stop();
        rig = PoolerRig.plan().database("sessions", "dbname=" + DATABASE + " pool_mode=session").user("other = pool_mode=session").start();
        one = rig.client();
        two = rig.login(DATABASE, OTHER, OTHER_PASSWORD);
        try (RawClient three = rig.login("sessions", APP, APP_PASSWORD)) {
            assertThat(nameOnTheServer(one)).startsWith("PGBOUNCER_");
            assertThat(nameOnTheServer(two)).isEqualTo("mine");
            assertThat(nameOnTheServer(three)).isEqualTo("mine");
        }
    }

    private static String nameOnTheServer(RawClient client) {
        prepare(client, "mine", "select 'mine'");
        return client.value("select name from pg_prepared_statements where statement = 'select ''mine'''");
    }

    @Test
    void aStatementWhoseTableChangedFailsWithTheServersWords() {
        PostgresRig.get().run("drop table if exists moving", "create table moving (a int)", "insert into moving values (1)",
                "grant all on moving to app");
        prepare(one, "m", "select * from moving");
        assertThat(execute(one, "m")).isEqualTo("1");
        PostgresRig.get().run("alter table moving add column b int");
        one.send(Wire.bind("", "m"), Wire.execute("", 0), Wire.sync());
        assertThat(one.readReply().error()).isEqualTo("ERROR 0A000 cached plan must not change result type");
    }

    private void open(String... settings) {
        rig = PoolerRig.with(settings);
        one = rig.client();
        two = rig.client();
    }

    private int statementsOnTheBackend() {
        return Integer.parseInt(two.value("select count(*) from pg_prepared_statements where name <> ''"));
    }

    private static String prepare(RawClient client, String name, String sql) {
        client.send(Wire.parse(name, sql), Wire.sync());
        return client.readReply().types();
    }

    private static String execute(RawClient client, String name) {
        client.send(Wire.bind("", name), Wire.execute("", 0), Wire.sync());
        return client.readReply().value();
    }
}
