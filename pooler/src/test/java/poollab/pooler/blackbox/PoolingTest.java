package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which backend a client gets, and for how long. */
class PoolingTest {

    @Test
    void clientsShareOneBackendTransactionByTransaction() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            int pid = first.backendPid();
            assertThat(second.backendPid()).isEqualTo(pid);
            first.query("begin");
            assertThat(first.backendPid()).isEqualTo(pid);
            second.send(Wire.query("select pg_backend_pid()"));
            assertThat(second.isSilentFor(300)).isTrue();
            assertThat(first.query("commit").tags()).containsExactly("COMMIT");
            assertThat(second.readReply().value()).isEqualTo("" + pid);
        }
    }

    @Test
    void aFailedTransactionHoldsItsBackendUntilItIsRolledBack() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            first.query("begin");
            assertThat(first.query("select 1/0").status()).isEqualTo('E');
            second.send(Wire.query("select 2"));
            assertThat(second.isSilentFor(300)).isTrue();
            assertThat(first.query("select 1").error()).startsWith("ERROR 25P02");
            first.query("rollback");
            assertThat(second.readReply().value()).isEqualTo("2");
        }
    }

    @Test
    void manyClientsNeverHaveMoreBackendsThanThePoolSize() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 3")) {
            var clients = new ArrayList<RawClient>();
            var pids = new HashSet<String>();
            for (int i = 0; i < 12; i++) {
                clients.add(rig.client());
            }
            clients.forEach(client -> client.send(Wire.query("select pg_backend_pid() from pg_sleep(0.1)")));
            assertThat(PostgresRig.get().backends(DATABASE, APP)).isLessThanOrEqualTo(3);
            clients.forEach(client -> pids.add(client.readReply().value()));
            assertThat(pids).hasSizeBetween(1, 3);
            clients.forEach(RawClient::close);
        }
    }

    @Test
    void thePoolIsPerUserAndDatabase() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient app = rig.client();
                RawClient other = rig.login(DATABASE, PostgresRig.OTHER, PostgresRig.OTHER_PASSWORD)) {
            app.query("begin");
            assertThat(other.value("select current_user")).isEqualTo("other");
        }
    }

    @Test
    void aSessionKeepsItsBackendInSessionMode() {
        try (PoolerRig rig = PoolerRig.with("pool_mode = session", "default_pool_size = 2");
                RawClient first = rig.client(); RawClient second = rig.client(); RawClient third = rig.client()) {
            int pid = first.backendPid();
            assertThat(second.backendPid()).isNotEqualTo(pid);
            assertThat(first.backendPid()).isEqualTo(pid);
            third.send(Wire.query("select pg_backend_pid()"));
            assertThat(third.isSilentFor(300)).isTrue();
            first.send(Wire.terminate());
            assertThat(third.readReply().value()).isEqualTo("" + pid);
        }
    }

    @Test
    void theResetQueryRunsBetweenTwoSessions() {
        try (PoolerRig rig = PoolerRig.with("pool_mode = session", "default_pool_size = 1")) {
            int pid;
            try (RawClient first = rig.client()) {
                pid = first.backendPid();
                first.query("set work_mem = '5MB'");
                first.query("create temp table leftover ()");
            }
            try (RawClient second = rig.client()) {
                assertThat(second.backendPid()).isEqualTo(pid);
                assertThat(second.value("show work_mem")).isEqualTo("4MB");
                assertThat(second.query("select * from leftover").error()).startsWith("ERROR 42P01");
            }
        }
    }

    @Test
    void theResetQueryDoesNotRunBetweenTransactionsUnlessAlways() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            first.query("set work_mem = '5MB'");
            assertThat(second.value("show work_mem")).isEqualTo("5MB");
        }
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1", "server_reset_query_always = 1");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            first.query("set work_mem = '5MB'");
            assertThat(second.value("show work_mem")).isEqualTo("4MB");
        }
    }

    @Test
    void statementModeHasNoTransactionBlocks() {
        try (PoolerRig rig = PoolerRig.with("pool_mode = statement", "default_pool_size = 1");
                RawClient client = rig.client(); RawClient after = rig.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
            client.send(Wire.query("begin"));
            Reply reply = client.readToEnd();
            assertThat(reply.types()).isEqualTo("E");
            assertThat(reply.error()).isEqualTo("FATAL 08P01 transaction blocks not allowed in statement pooling mode");
            assertThat(after.value("select 2")).isEqualTo("2");
        }
    }

    @Test
    void poolModeOfTheUserBeatsTheDatabasesWhichBeatsTheGlobalOne() {
        try (PoolerRig rig = PoolerRig.plan().database(DATABASE, "pool_mode=session").user("app = pool_mode=transaction")
                .set("pool_mode = statement", "default_pool_size = 1").start();
                RawClient first = rig.client(); RawClient second = rig.client();
                RawClient other = rig.login(DATABASE, PostgresRig.OTHER, PostgresRig.OTHER_PASSWORD);
                RawClient otherToo = rig.login(DATABASE, PostgresRig.OTHER, PostgresRig.OTHER_PASSWORD)) {
            assertThat(first.backendPid()).isEqualTo(second.backendPid());
            other.backendPid();
            otherToo.send(Wire.query("select 1"));
            assertThat(otherToo.isSilentFor(300)).isTrue();
        }
    }

    @Test
    void whoeverWaitsLongestIsServedFirst() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient holder = rig.client()) {
            holder.query("begin");
            PostgresRig.get().run("truncate copied");
            List<RawClient> waiters = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                waiters.add(rig.client());
            }
            for (int i = 0; i < 6; i++) {
                waiters.get(i).send(Wire.query("insert into copied values (nextval('turn'), '" + i + "')"));
                Pause.millis(20);
            }
            PostgresRig.get().run("drop sequence if exists turn", "create sequence turn", "grant all on sequence turn to app");
            holder.query("commit");
            waiters.forEach(waiter -> assertThat(waiter.readReply().error()).isEmpty());
            assertThat(holder.value("select string_agg(name, '' order by id) from copied")).isEqualTo("012345");
            waiters.forEach(RawClient::close);
        }
    }

    @Test
    void backendsInUseAreTakenLastReturnedFirst() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 2");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            int a = begin(first);
            int b = begin(second);
            first.query("commit");
            second.query("commit");
            assertThat(first.backendPid()).isEqualTo(b);
            assertThat(first.backendPid()).isEqualTo(b).isNotEqualTo(a);
        }
    }

    @Test
    void roundRobinTakesThemInTurn() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 2", "server_round_robin = 1");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            int a = begin(first);
            int b = begin(second);
            first.query("commit");
            second.query("commit");
            assertThat(first.backendPid()).isEqualTo(a);
            assertThat(first.backendPid()).isEqualTo(b);
            assertThat(first.backendPid()).isEqualTo(a);
        }
    }

    private static int begin(RawClient client) {
        client.query("begin");
        return client.backendPid();
    }
}
