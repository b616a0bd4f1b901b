package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.TRUSTED;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operating system says who comes over the Unix socket; and rules by address in general. */
class PeerLoginTest {
    private static final String ME = System.getProperty("user.name");
    private static final String REJECTED = "FATAL 08P01 unix socket login rejected";

    @BeforeEach
    void onlyWhereThereAreUsers() {
        Assumptions.assumeFalse(System.getProperty("os.name").startsWith("Windows"));
    }

    @Test
    void whoeverHasTheNameComesInAndNobodyElse() {
        try (PoolerRig rig = rules("local all all peer").secret(ME, "").database("mine", "dbname=appdb user=trusted").start()) {
            assertThat(unix(rig, "mine", ME)).isEmpty();
            assertThat(unix(rig, DATABASE, TRUSTED)).isEqualTo(REJECTED);
            assertThat(unix(rig, DATABASE, "nobody-knows")).isEqualTo(REJECTED);
        }
    }

    @Test
    void aMapGivesAUserOtherNames() {
        try (PoolerRig rig = rules("local all all peer map=names").file("ident.conf", "names someone app\nnames \"" + ME + "\" trusted\n").start()) {
            assertThat(unix(rig, DATABASE, TRUSTED)).isEmpty();
            assertThat(unix(rig, DATABASE, "app")).isEqualTo(REJECTED);
            assertThat(rig.log()).contains("ident map names cannot be matched");
        }
    }

    @Test
    void overTcpThereIsNoPeer() {
        try (PoolerRig rig = rules("host all all all peer").start(); RawClient client = rig.connect()) {
            assertThat(client.tryLogin(DATABASE, TRUSTED, "").error()).isEqualTo(REJECTED);
        }
    }

    @Test
    void withoutEncryptionThereIsNoCertificate() {
        try (PoolerRig rig = rules("hostssl all all all trust\nhostnossl all all all cert").start(); RawClient client = rig.connect()) {
            assertThat(client.tryLogin(DATABASE, TRUSTED, "").error()).isEqualTo("FATAL 08P01 certificate authentication failed");
        }
    }

    @Test
    void brokenLinesAreNamedInTheLogAndTheOthersCount() {
        try (PoolerRig rig = rules("hots all all all reject\nhost all all 127.0.0.1 reject\nhost all all 127.0.0.300/32 reject\nlocal all all peer map=none\nhost all all all trust").start();
                RawClient client = rig.connect()) {
            assertThat(client.tryLogin(DATABASE, TRUSTED, "").error()).isEmpty();
            assertThat(rig.log()).contains("hba line 1: unknown type", "could not parse hba config line 1", "hba line 2: failed to parse mask",
                    "hba line 3: failed to parse address", "hba line 4: Ident map none is not found in ident config file");
        }
    }

    @Test
    void rulesAreReadAgainAtAReload() throws IOException {
        try (PoolerRig rig = rules("host pgbouncer all all trust\nhost all all all reject").start(); RawClient admin = rig.admin()) {
            try (RawClient client = rig.connect()) {
                assertThat(client.tryLogin(DATABASE, TRUSTED, "").error()).isEqualTo("FATAL 08P01 login rejected");
            }
            Files.writeString(rig.folder().resolve("hba.conf"), "host @names.txt sameuser,all all trust\n");
            Files.writeString(rig.folder().resolve("names.txt"), "seconddb,\"" + DATABASE + "\"\n");
            assertThat(admin.query("reload").error()).isEmpty();
            try (RawClient client = rig.connect(); RawClient other = rig.connect()) {
                assertThat(client.tryLogin(DATABASE, TRUSTED, "").error()).isEmpty();
                assertThat(other.tryLogin("pgbouncer", "admin", "").error()).isEqualTo("FATAL 08P01 no authentication method is found");
            }
        }
    }

    private static PoolerRig.Plan rules(String text) {
        return PoolerRig.plan().file("hba.conf", text).file("ident.conf", "")
                .set("auth_type = hba", "auth_hba_file = FOLDER/hba.conf", "auth_ident_file = FOLDER/ident.conf", "unix_socket_dir = FOLDER");
    }

    /** The error of a login over the Unix socket; nothing when it came to ReadyForQuery. */
    private static String unix(PoolerRig rig, String database, String user) {
        var address = UnixDomainSocketAddress.of(rig.folder().resolve(".s.PGSQL." + rig.port()));
        try (SocketChannel channel = SocketChannel.open(address)) {
            channel.write(ByteBuffer.wrap(Wire.startup(Wire.PROTOCOL_3_0, "user", user, "database", database)));
            var in = new DataInputStream(Channels.newInputStream(channel));
            var heard = new ArrayList<Message>();
            for (int type = in.read(); type >= 0; type = in.read()) {
                byte[] body = new byte[in.readInt() - 4];
                in.readFully(body);
                heard.add(new Message((char) type, body));
                if (type == 'Z') break;
            }
            return new Reply(heard).error();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
