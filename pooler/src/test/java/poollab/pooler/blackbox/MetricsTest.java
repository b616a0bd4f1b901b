package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Prometheus reads. PgBouncer has no such port. */
class MetricsTest {
    private static final String WAIT = "pgbouncer_client_wait_seconds";
    private static final String[] LABELS = {"database", DATABASE, "user", APP};

    private int port;
    private PoolerRig rig;
    private RawClient admin;

    @BeforeEach
    void start() {
        assumeFalse(PoolerUnderTest.isPeer(), "PgBouncer has no metrics port");
        rig = PoolerRig.with("metrics_port = OTHER_PORT", "default_pool_size = 1");
        port = rig.otherPort();
        admin = rig.admin();
    }

    @AfterEach
    void stop() {
        if (rig == null) return;
        admin.close();
        rig.close();
    }

    private PrometheusText scrape() {
        return PrometheusText.read(HttpClient.get(port, "/metrics").body());
    }

    // ---- what it says

    @Test
    void itSaysWhatTheExporterWouldSayAndTheWaits() {
        try (RawClient client = rig.client("application_name", "counted")) {
            client.query("begin");
            Exporter.Export exporter = Exporter.scrape(admin);
            PrometheusText own = scrape();
            // What the exporter itself does at the console is all that differs.
            Map<String, Double> expected = new HashMap<>(exporter.series());
            expected.keySet().removeIf(MetricsTest::isAboutTheConsole);
            Map<String, Double> said = new HashMap<>(own.series());
            said.keySet().removeIf(name -> isAboutTheConsole(name) || name.startsWith(WAIT));
            assertThat(said).isEqualTo(expected);
            assertThat(own.series().keySet()).containsAll(exporter.series().keySet());
            exporter.types().forEach((name, type) -> assertThat(own.types()).containsEntry(name, type));
            assertThat(own.types()).hasSize(exporter.types().size() + 1).containsEntry(WAIT, "histogram");
        }
    }

    private static boolean isAboutTheConsole(String series) {
        return series.startsWith("pgbouncer_stats_totals_") && series.contains("database=pgbouncer");
    }

    @Test
    void itsNumbersFollowTheTraffic() {
        try (RawClient client = rig.client()) {
            PrometheusText before = scrape();
            client.query("begin");
            client.query("select pg_sleep(0.01)");
            client.send(Wire.extended("select 1"), Wire.sync());
            client.readReply();
            PrometheusText during = scrape();
            client.query("commit");
            PrometheusText after = scrape();
            assertThat(during.value("pgbouncer_pools_server_active_connections", LABELS)).isEqualTo(1);
            assertThat(after.value("pgbouncer_pools_server_active_connections", LABELS)).isZero();
            assertThat(after.value("pgbouncer_pools_server_idle_connections", LABELS)).isEqualTo(1);
            assertThat(grown(before, after, "queries_pooled_total")).isEqualTo(4);
            assertThat(grown(before, after, "sql_transactions_pooled_total")).isEqualTo(1);
            assertThat(grown(before, after, "server_assignments_total")).isEqualTo(1);
            assertThat(grown(before, after, "client_parses_total")).isZero();
            assertThat(grown(before, after, "queries_duration_seconds_total")).isBetween(0.01, 20.0);
            assertThat(grown(before, after, "server_in_transaction_seconds_total")).isBetween(0.01, 20.0);
            assertThat(grown(before, after, "received_bytes_total")).isGreaterThan(50);
        }
    }

    private static double grown(PrometheusText before, PrometheusText after, String name) {
        String full = "pgbouncer_stats_totals_" + name;
        return after.value(full, "database", DATABASE) - before.value(full, "database", DATABASE);
    }

    @Test
    void aNameMayHoldWhatTheFormatNeedsForItself() {
        String odd = "a \"quoted\\ \n name}{,= é";
        // Not asked anything yet, the server has not made it printable.
        try (RawClient client = rig.client("application_name", odd)) {
            assertThat(scrape().value("pgbouncer_client_connections", "database", DATABASE, "user", APP, "application_name", odd, "state", "idle"))
                    .isEqualTo(1);
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    // ---- waits

    @Test
    void whoFindsAServerFreeWaitsForZeroSeconds() {
        try (RawClient client = rig.client()) {
            PrometheusText before = scrape();
            for (int i = 0; i < 10; i++) client.query("select 1");
            PrometheusText after = scrape();
            for (String le : new String[] {"0.0001", "1", "60", "+Inf"}) assertThat(bucket(after, le) - bucket(before, le)).isEqualTo(10);
            assertThat(count(after) - count(before)).isEqualTo(10);
            assertThat(sum(after)).isEqualTo(sum(before));
        }
    }

    @Test
    void waitsAreInTheBucketOfTheirLengthAndAddUpToWaitTime() {
        try (RawClient holder = rig.client(); RawClient waiter = rig.client(); RawClient leaver = rig.client("application_name", "leaver")) {
            holder.query("begin");
            PrometheusText before = scrape();
            waiter.send(Wire.query("select 1"));
            leaver.send(Wire.query("select 1"));
            Pause.until("half a second of waiting", () -> scrape().value("pgbouncer_pools_client_maxwait_seconds", LABELS) > 0.5);
            assertThat(scrape().value("pgbouncer_pools_client_waiting_connections", LABELS)).isEqualTo(2);
            String id = admin.query("show clients").table().stream().filter(row -> row.get("application_name").equals("leaver")).findFirst().orElseThrow().get("id");
            assertThat(admin.query("kill_client " + id).error()).isEmpty();
            holder.query("commit");
            waiter.readReply();

            PrometheusText after = scrape();
            assertThat(count(after) - count(before)).as("the one that was served").isEqualTo(1);
            assertThat(bucket(after, "0.5") - bucket(before, "0.5")).isZero();
            assertThat(bucket(after, "60") - bucket(before, "60")).isEqualTo(1);
            assertThat(sum(after) - sum(before)).isBetween(0.5, 60.0);
            long waitTime = admin.query("show stats_totals").table().stream().filter(row -> row.get("database").equals(DATABASE))
                    .mapToLong(row -> Long.parseLong(row.get("wait_time"))).sum();
            assertThat(sum(after)).isEqualTo(waitTime / 1e6).isEqualTo(after.value("pgbouncer_stats_totals_client_wait_seconds_total", "database", DATABASE));
        }
    }

    @Test
    void bucketsAreCumulative() {
        try (RawClient client = rig.client()) {
            client.query("select 1");
            PrometheusText text = scrape();
            double last = 0;
            int buckets = 0;
            for (Map.Entry<String, Double> series : text.series().entrySet()) {
                if (!series.getKey().startsWith(WAIT + "_bucket")) continue;
                buckets++;
                assertThat(series.getValue()).as(series.getKey()).isGreaterThanOrEqualTo(last);
                last = series.getValue();
            }
            assertThat(buckets).isEqualTo(19);
            assertThat(last).isEqualTo(bucket(text, "+Inf")).isEqualTo(count(text));
        }
    }

    private static double bucket(PrometheusText text, String le) {
        return text.value(WAIT + "_bucket", "database", DATABASE, "user", APP, "le", le);
    }

    private static double count(PrometheusText text) {
        return text.value(WAIT + "_count", LABELS);
    }

    private static double sum(PrometheusText text) {
        return text.value(WAIT + "_sum", LABELS);
    }

    // ---- when it answers

    @Test
    void itAnswersWhileThePoolerStandsStill() {
        try (RawClient client = rig.client()) {
            client.query("select 1");
            admin.query("pause");
            assertThat(scrape().value("pgbouncer_up")).isEqualTo(1);
            admin.query("resume");
            admin.query("suspend");
            assertThat(scrape().value("pgbouncer_up")).isEqualTo(1);
            admin.query("resume");
            admin.query("shutdown wait_for_clients");
            assertThat(scrape().value("pgbouncer_up")).isEqualTo(1);
        }
    }

    @Test
    void itEndsWithThePooler() {
        assertThat(threads()).isEqualTo(2);
        admin.send(Wire.query("shutdown"));
        admin.readToEnd();
        Pause.until("the pooler has ended", () -> !rig.isRunning() && threads() == 0);
        assertThatThrownBy(this::scrape).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void withoutAPortThereIsNothingOfIt() {
        rig.close();
        rig = PoolerRig.with();
        try (RawClient console = rig.admin()) {
            assertThat(console.query("show config").table()).anySatisfy(row -> assertThat(row).containsEntry("key", "metrics_port").containsEntry("value", "0"));
            Pause.until("the threads of the first pooler are gone", () -> threads() == 0);
            assertThat(console.query("set metrics_port = " + port).error()).isEmpty();
            assertThatThrownBy(this::scrape).isInstanceOf(UncheckedIOException.class);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("pooler metrics")).count();
    }

    // ---- HTTP

    @Test
    void theAnswerSaysWhatItIs() {
        HttpClient.Answer answer = HttpClient.get(port, "/metrics?name=x");
        assertThat(answer.status()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(answer.field("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.field("Connection")).contains("close");
        HttpClient.Answer head = HttpClient.say(port, "HEAD /metrics HTTP/1.0\r\n\r\n");
        assertThat(head.status()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(head.field("Content-Type")).isEqualTo(answer.field("Content-Type"));
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "GET / HTTP/1.1 | 200 OK", "HEAD / HTTP/1.1 | 200 OK", "GET http://here/metrics HTTP/1.1 | 200 OK",
        "GET /metrics/ HTTP/1.1 | 404 Not Found", "GET /favicon.ico HTTP/1.1 | 404 Not Found", "POST /else HTTP/1.1 | 404 Not Found",
        "POST /metrics HTTP/1.1 | 405 Method Not Allowed", "DELETE / HTTP/1.1 | 405 Method Not Allowed",
        "GET /metrics | 400 Bad Request", "GET /%zz HTTP/1.1 | 400 Bad Request", "nonsense | 400 Bad Request", "GET /metrics HTTP/2.0 | 400 Bad Request"})
    void everyRequestIsAnswered(String request, String status) {
        HttpClient.Answer answer = HttpClient.say(port, request + "\r\nContent-Length: 5\r\n\r\nhello");
        assertThat(answer.status()).isEqualTo("HTTP/1.1 " + status);
        assertThat(answer.field("Allow").isPresent()).isEqualTo(status.startsWith("405"));
        if (!request.startsWith("HEAD") && !request.contains("metrics")) assertThat(answer.body()).endsWith("\n");
    }

    @Test
    void anAnswerIsReadByWhoHasSaidMoreThanWasHeard() {
        assertThat(HttpClient.say(port, "POST /metrics HTTP/1.1\r\n\r\n" + "x".repeat(20_000)).status()).isEqualTo("HTTP/1.1 405 Method Not Allowed");
    }

    @Test
    void aRequestWithoutEndIsRefused() {
        HttpClient.Answer answer = HttpClient.say(port, "GET /metrics HTTP/1.1\r\nX: " + "x".repeat(20_000));
        assertThat(answer.status()).isEqualTo("HTTP/1.1 431 Request Header Fields Too Large");
    }

    @Test
    void thoseWhoSayNothingDoNotKeepOthersAway() throws IOException {
        try (Socket one = new Socket("127.0.0.1", port); Socket two = new Socket("127.0.0.1", port); Socket three = new Socket("127.0.0.1", port)) {
            three.getOutputStream().write("GET /metr".getBytes());
            assertThat(scrape().value("pgbouncer_up")).isEqualTo(1);
            assertThat(one.getInputStream().read()).isEqualTo(-1);
            assertThat(two.getInputStream().read()).isEqualTo(-1);
        }
    }
}
