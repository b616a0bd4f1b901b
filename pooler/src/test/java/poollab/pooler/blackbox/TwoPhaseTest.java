package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.sql.Connection;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.xa.PGXADataSource;

/** Transactions in two phases: once prepared they belong to no connection, so whoever comes may end them. */
class TwoPhaseTest {
    @BeforeEach
    void prepare() {
        PostgresRig.get().run("drop table if exists ledger", "create table ledger (amount int)", "grant all on ledger to app");
    }

    private static String amounts() {
        try (RawClient root = PostgresRig.get().root()) {
            return root.value("select coalesce(string_agg(amount::text, ',' order by amount), '') from ledger");
        }
    }

    @Test
    void oneClientPreparesAndAnotherEndsIt() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 2"); RawClient one = rig.client(); RawClient two = rig.client(); RawClient holder = rig.client()) {
            for (int i = 1; i <= 2; i++) {
                one.query("begin");
                one.query("insert into ledger values (" + i + ")");
                assertThat(one.query("prepare transaction 'ledger-" + i + "'").tags()).containsExactly("PREPARE TRANSACTION");
            }
            // The connection on which it was prepared is somebody else's now.
            holder.query("begin");
            assertThat(amounts()).isEmpty();
            assertThat(two.query("commit prepared 'ledger-1'").tags()).containsExactly("COMMIT PREPARED");
            assertThat(two.query("rollback prepared 'ledger-2'").tags()).containsExactly("ROLLBACK PREPARED");
            assertThat(amounts()).isEqualTo("1");
        }
    }

    /** Its connection is free with the first phase, so a pool of one serves others between the two. */
    @Test
    void betweenThePhasesTheConnectionIsFree() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient one = rig.client(); RawClient two = rig.client()) {
            one.query("begin");
            one.query("insert into ledger values (3)");
            one.query("prepare transaction 'ledger-3'");
            assertThat(two.value("select 1")).isEqualTo("1");
            one.query("commit prepared 'ledger-3'");
            assertThat(amounts()).isEqualTo("3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"session", "transaction"})
    void theJavaDriversBranchesAreCommittedAndRecovered(String mode) throws Exception {
        try (PoolerRig rig = PoolerRig.with("auth_type = scram-sha-256", "pool_mode = " + mode, "default_pool_size = 2", "ignore_startup_parameters = extra_float_digits")) {
            PGXADataSource source = new PGXADataSource();
            source.setUrl("jdbc:postgresql://127.0.0.1:" + rig.port() + "/" + DATABASE + "?sslmode=disable");
            source.setUser(APP);
            source.setPassword(APP_PASSWORD);
            Xid first = new Branch(mode, (byte) 1);
            Xid second = new Branch(mode, (byte) 2);
            XAConnection one = source.getXAConnection();
            prepare(one, first, 1);
            prepare(one, second, 2);
            one.close();
            XAConnection other = source.getXAConnection();
            XAResource resource = other.getXAResource();
            assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)).hasSize(2);
            resource.commit(first, false);
            resource.rollback(second);
            other.close();
            assertThat(amounts()).isEqualTo("1");
        }
    }

    private static void prepare(XAConnection connection, Xid branch, int amount) throws Exception {
        XAResource resource = connection.getXAResource();
        resource.start(branch, XAResource.TMNOFLAGS);
        try (Connection work = connection.getConnection(); var statement = work.createStatement()) {
            statement.executeUpdate("insert into ledger values (" + amount + ")");
        }
        resource.end(branch, XAResource.TMSUCCESS);
        assertThat(resource.prepare(branch)).isEqualTo(XAResource.XA_OK);
    }

    private record Branch(String mode, byte number) implements Xid {
        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return mode.getBytes();
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {number};
        }
    }
}
