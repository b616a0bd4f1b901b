package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.largeobject.LargeObject;
import org.postgresql.largeobject.LargeObjectManager;

/** The protocol's own way to call a function: a request of its own, with a ReadyForQuery behind it. */
class FunctionCallTest {
    private static final int TEXT_LENGTH = 1317;
    private static final int INT_DIVIDE = 154;

    private static byte[] call(int function, String... arguments) {
        return Wire.message('F', out -> {
            out.writeInt(function);
            out.writeShort(0);
            out.writeShort(arguments.length);
            for (String argument : arguments) {
                out.writeInt(argument.length());
                out.write(argument.getBytes(UTF_8));
            }
            out.writeShort(0);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"session", "transaction", "statement"})
    void itIsAnsweredAndTheConnectionIsFreeAgain(String mode) {
        try (PoolerRig rig = PoolerRig.with("pool_mode = " + mode, "default_pool_size = 2"); RawClient client = rig.client(); RawClient other = rig.client()) {
            client.send(call(TEXT_LENGTH, "four"));
            Reply reply = client.readReply();
            assertThat(reply.types()).isEqualTo("VZ");
            assertThat(new String(reply.only('V').body(), UTF_8)).endsWith("4");
            client.send(call(INT_DIVIDE, "1", "0"));
            assertThat(client.readReply().error()).isEqualTo("ERROR 22012 division by zero");
            assertThat(client.value("select 1")).isEqualTo("1");
            assertThat(other.value("select 2")).isEqualTo("2");
        }
    }

    @Test
    void itKeepsItsPlaceInAPipelineAndInATransaction() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient client = rig.client(); RawClient other = rig.client()) {
            client.send(Wire.query("begin"), call(TEXT_LENGTH, "four"), Wire.extended("select 'between'"), Wire.sync(), call(TEXT_LENGTH, "sixsix"), Wire.query("commit"));
            assertThat(client.readReply().tags()).containsExactly("BEGIN");
            assertThat(client.readReply().status()).isEqualTo('T');
            assertThat(client.readReply().value()).isEqualTo("between");
            assertThat(new String(client.readReply().only('V').body(), UTF_8)).endsWith("6");
            assertThat(client.readReply().tags()).containsExactly("COMMIT");
            assertThat(other.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void theJavaDriversLargeObjectsLiveOnIt() throws Exception {
        try (PoolerRig rig = PoolerRig.with("auth_type = scram-sha-256", "default_pool_size = 1", "ignore_startup_parameters = extra_float_digits");
                Connection connection = DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + rig.port() + "/" + DATABASE + "?sslmode=disable", APP, APP_PASSWORD)) {
            connection.setAutoCommit(false);
            LargeObjectManager objects = connection.unwrap(PGConnection.class).getLargeObjectAPI();
            long id = objects.createLO(LargeObjectManager.READWRITE);
            byte[] content = "content ".repeat(50_000).getBytes(UTF_8);
            try (LargeObject object = objects.open(id, LargeObjectManager.WRITE)) {
                object.write(content);
            }
            connection.commit();
            try (LargeObject object = objects.open(id, LargeObjectManager.READ)) {
                assertThat(object.read(content.length + 1)).isEqualTo(content);
            }
            objects.delete(id);
            connection.commit();
        }
    }
}
