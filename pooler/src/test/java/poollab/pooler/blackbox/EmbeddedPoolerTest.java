package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.TRUSTED;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import poollab.pooler.Pooler;
import poollab.pooler.admin.Table;
import poollab.pooler.config.Config;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log;
import poollab.pooler.session.Client;
import poollab.pooler.session.Events;
import poollab.pooler.session.Server;

/** The pooler inside another program: no file, no port of a fixed number, its events and its tables at hand. */
class EmbeddedPoolerTest {
    private final List<String> heard = new CopyOnWriteArrayList<>();

    private final Events events = new Events() {
        @Override
        public void connected(Client client) {
            heard.add("connected " + client.userName());
        }

        @Override
        public void disconnected(Client client, String reason) {
            heard.add("disconnected: " + reason);
        }

        @Override
        public void waiting(Client client) {
            heard.add("waiting");
        }

        @Override
        public void assigned(Client client, Server server) {
            heard.add("assigned");
        }

        @Override
        public void released(Server server) {
            heard.add("released");
        }

        @Override
        public void opened(Server server) {
            heard.add("opened");
        }

        @Override
        public void closed(Server server, String reason) {
            heard.add("closed: " + reason);
        }
    };

    private static Config config() throws Exception {
        return Config.parse(Path.of("embedded"), """
                [databases]
                %s = host=127.0.0.1 port=%d user=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = 0
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 1
                """.formatted(DATABASE, PostgresRig.get().port(), TRUSTED));
    }

    @Test
    void itTellsWhatHappensInOrder() throws Exception {
        try (Pooler pooler = Pooler.start(config(), events, new Log(null))) {
            try (RawClient client = RawClient.login(pooler.port(), DATABASE, "whoever", "")) {
                assertThat(client.value("select 1")).isEqualTo("1");
            }
            Pause.until("the client is gone", () -> heard.contains("disconnected: client close request"));
        }
        // The first client waits for what to be greeted with; its query then finds the connection.
        assertThat(heard).containsExactly("waiting", "opened", "released", "connected " + TRUSTED, "assigned", "released", "disconnected: client close request");
    }

    @Test
    void itsTablesAreThoseOfTheConsole() throws Exception {
        try (Pooler pooler = Pooler.start(config()); RawClient client = RawClient.login(pooler.port(), DATABASE, "whoever", "")) {
            client.query("begin");
            Table pools = pooler.show("POOLS");
            assertThat(pools.columns()).extracting(Table.Column::name).startsWith("database", "user", "cl_active", "cl_waiting");
            assertThat(pools.rows()).anySatisfy(row -> assertThat(row).startsWith(DATABASE, TRUSTED, "1", "0"));
            assertThat(pooler.show("config").rows()).hasSize(Key.values().length);
            assertThatThrownBy(() -> pooler.show("nonsense")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("pools");
        }
    }

    @Test
    void itIsClosedOnceAndForAll() throws Exception {
        Pooler pooler = Pooler.start(config());
        RawClient client = RawClient.login(pooler.port(), DATABASE, "whoever", "");
        pooler.close();
        pooler.close();

        assertThat(pooler.isRunning()).isFalse();
        assertThat(client.readToEnd().messages()).isEmpty();
        assertThatThrownBy(() -> pooler.show("pools")).isInstanceOf(IllegalStateException.class);
    }
}
