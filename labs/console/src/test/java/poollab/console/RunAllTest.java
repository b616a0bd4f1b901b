package poollab.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Json;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.course.Catalogue;
import poollab.course.Lab;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;

/** Labs one after another, of which a later one finds no server. */
@Timeout(120)
class RunAllTest {
    @TempDir
    Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private ServerSocket taken;

    @Test
    void whatWasRecordedIsPrintedWithTheFailureAsOneDocument() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Lab first = lab("01", bench -> {
            ((EmbeddedPostgres) bench.server()).close();
            taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        });
        Lab second = lab("02", _ -> {
            throw new AssertionError("there is no server");
        });
        try {
            assertThat(run(List.of(first, second), "run", "all", "--json", "--port", "" + port)).isEqualTo(4);
        } finally {
            if (taken != null) taken.close();
        }
        List<?> all = Json.read(text(out), List.class);
        assertThat(all).hasSize(2);
        assertThat(((Map<?, ?>) all.get(0)).get("lab")).isEqualTo("01");
        assertThat(((Map<?, ?>) all.get(1)).get("lab")).isEqualTo("02");
        assertThat((String) ((Map<?, ?>) all.get(1)).get("failure")).contains("" + port).contains("taken");
        assertThat(text(err)).startsWith("lab: Port " + port).doesNotContain("defect");
    }

    private int run(List<Lab> labs, String... arguments) {
        Terminal pipe = new Terminal(false, 80, false, false, false);
        return Main.run(new Session(
                pipe, new ByteArrayInputStream(new byte[0]), print(out), print(err), home, Folders.at(home), new Catalogue(labs)), arguments);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private interface Doing {
        void with(Bench bench) throws Exception;
    }

    private static Lab lab(String number, Doing doing) {
        Experiment experiment = new Experiment() {
            @Override
            public List<Parameter<?>> parameters() {
                return List.of();
            }

            @Override
            public List<Claim> claims() {
                return List.of();
            }

            @Override
            public void run(Settings settings, Bench bench) throws Exception {
                doing.with(bench);
            }
        };
        return new Lab(number, "lab" + number, "a title", "a question", () -> experiment, Map.of());
    }
}
