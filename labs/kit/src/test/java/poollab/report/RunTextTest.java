package poollab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import poollab.bench.Environment;
import poollab.bench.Judgement;
import poollab.bench.Observation.Event;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Histogram;
import poollab.bench.Observation.Outcome;
import poollab.bench.Observation.Point;
import poollab.bench.Observation.Series;
import poollab.bench.RunHeader;
import poollab.bench.Setting;
import poollab.bench.Unit;
import poollab.bench.Verdict.Answer;

class RunTextTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Screen screen(int width, boolean live, Ink ink) {
        return new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), width, live, ink);
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void tell(Screen screen) {
        RunText text = new RunText(screen);
        text.started(new RunHeader(
                "01", "leak", "connections that never come back", Instant.EPOCH, 1, false,
                List.of(new Setting("fault", "leak", "leak", Setting.Origin.DEFAULT, null),
                        new Setting("clients", 40, 200, Setting.Origin.ADAPTED, "2 cores")),
                new Environment(2, 1L << 33, "Linux", "amd64", "25", "PostgreSQL 18.6", "embedded", 212.4, "test")));
        text.sampled("slots", Map.of("in use", 2.0, "idle", 1.0, "waiting", 0.0));
        text.observed(new Event("event-1", 12.3, "request 1", Outcome.OK, "1.5 ms"));
        text.observed(new Event("event-2", 14, "request 2", Outcome.NOTE, "waits: all 2 connections are in use"));
        text.observed(new Event("event-3", 3015, "request 2", Outcome.FAILED,
                "3,001 ms\nTimeout expired: no connection came free in 3,001 ms (limit 3,000 ms)."));
        text.observed(new Figure("sessions", "sessions of the application", null, 2, Unit.COUNT));
        text.judged(List.of(
                new Judgement("a", "the server holds exactly 2 sessions", Answer.HELD, "2 sessions"),
                new Judgement("b", "it is not shown", Answer.NOT_APPLICABLE, "other settings"),
                new Judgement("c", "the first failure is request 3", Answer.NOT_HELD, "first failure: request 2")));
    }

    private static final String AT_80 = """
            Lab 01 leak · connections that never come back
              fault leak · clients 40 (default 200, here 40: 2 cores)
              PostgreSQL 18.6, embedded, ready in 212 ms · 2 cores · seed 1

              0.012 s  request 1    ok     1.5 ms        [■■·] 2 in use, 1 idle, 0 waiting
              0.014 s  request 2    waits: all 2 connections are in use
              3.015 s  request 2    FAILED 3,001 ms      [■■·] 2 in use, 1 idle, 0 waiting
                       Timeout expired: no connection came free in 3,001 ms (limit 3,000
                       ms).

              Figures
              sessions of the application ························· 2

            Claims
              held     the server holds exactly 2 sessions (2 sessions)
              NOT HELD the first failure is request 3 (first failure: request 2)
            """;

    @Test
    void a_pipe_gets_plain_lines() {
        tell(screen(80, false, Ink.PLAIN));
        assertThat(printed()).isEqualTo(AT_80);
    }

    @Test
    void a_narrow_screen_gets_no_line_that_is_too_long() {
        tell(screen(40, false, Ink.PLAIN));
        assertThat(printed().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(40));
    }

    @Test
    void ascii_means_ascii() {
        tell(screen(80, false, new Ink(false, true)));
        assertThat(printed()).isASCII().contains("[##.] 2 in use");
    }

    @Test
    void the_transcript_has_neither_colours_nor_passing_lines() {
        Screen screen = screen(80, true, new Ink(true, false));
        tell(screen);
        assertThat(printed()).contains("\u001b[");
        assertThat(screen.transcript()).isEqualTo(AT_80);
    }

    @Test
    void both_sides_pass_by_on_a_terminal_and_are_taken_back() {
        Screen screen = screen(80, true, Ink.PLAIN);
        RunText text = new RunText(screen);
        text.sampled("slots", Map.of("in use", 2.0, "idle", 0.0, "waiting", 1.0));
        text.sampled("session-states", Map.of("active", 0.0, "idle", 2.0));
        assertThat(printed()).endsWith("pool  [■■] 2 in use, 0 idle, 1 waiting\n           server  2 idle");
        screen.line("next");
        assertThat(printed()).endsWith("server  2 idle\r\u001b[K\u001b[A\u001b[Knext\n");
    }

    @Test
    void a_dashboard_passes_by_and_stays_at_the_end() {
        RunText text = new RunText(screen(60, true, Ink.PLAIN));
        text.sampled("dashboard", Map.of("waiting", 184.0));
        assertThat(printed()).contains("waiting  █").endsWith("     184     184");
        text.judged(List.of());
        assertThat(printed()).contains("\n  Dashboard: from the first scrape to the last; latest, highest\n  waiting  ");
    }

    @Test
    void a_dashboard_of_a_past_run_is_told_from_its_record_in_ascii_too() {
        RunText text = new RunText(screen(45, false, new Ink(false, true)));
        text.observed(new Series("dashboard", "Dashboard", Unit.COUNT, List.of("waiting"), List.of(
                new Point(0, List.of(0.0)), new Point(500, List.of(8.0)), new Point(750, List.of(3.0)), new Point(1_000, List.of(1.0)))));
        text.judged(List.of());
        assertThat(printed()).endsWith("\n  waiting           #####----       1       8\n").isASCII();
    }

    @Test
    void an_event_that_is_too_long_goes_on_below() {
        RunText text = new RunText(screen(60, false, Ink.PLAIN));
        text.observed(new Event("event-1", 12.3, "per-tenant", Outcome.OK, "a second instance of the application: 100 backends"));
        assertThat(printed().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
        assertThat(printed()).endsWith(" ".repeat(30) + "application: 100 backends\n");
    }

    @Test
    void a_load_shows_its_last_second_while_it_runs() {
        RunText text = new RunText(screen(80, true, Ink.PLAIN));
        text.sampled("pool-20.rates", Map.of("requests", 8_400.4, "errors", 0.0));
        text.sampled("pool-20.tail", Map.of("p50", 1.3, "p99", 18.3));
        assertThat(printed()).endsWith("load  pool-20: 8,400/s, p50 1.3 ms, p99 18.3 ms");
        text.sampled("pool-20.rates", Map.of("requests", 12.0, "errors", 3.0));
        assertThat(printed()).endsWith("load  pool-20: 12/s, p50 1.3 ms, p99 18.3 ms, 3 errors/s");
        text.sampled("pool-20.backends", Map.of("active", 3.0));
        assertThat(printed()).endsWith("3 errors/s");
    }

    @Test
    void loads_stand_in_one_table_without_their_details_and_what_is_no_load_stands_elsewhere() {
        RunText text = new RunText(screen(80, false, Ink.PLAIN));
        text.observed(new Figure("idle-0.throughput", "point reads per second", "idle-0", 30_000, Unit.PER_SECOND));
        for (String load : List.of("pool-300", "pool-20")) {
            text.observed(new Figure(load + ".throughput", "successful requests per second", load, 359.2, Unit.PER_SECOND));
            text.observed(new Figure(load + ".p99", "latency, p99", load, 2_943, Unit.MILLISECONDS));
            text.observed(new Figure(load + ".errors", "errors", load, 308, Unit.COUNT));
            text.observed(new Figure(load + ".refused", "logins the server refused", load, 426, Unit.COUNT));
            text.observed(new Histogram(load + ".latency", "latency", 1, 1, 1, 1, 1, 1));
        }
        text.judged(List.of());
        assertThat(printed()).isEqualTo("""

                  Loads (times in ms)
                  load      per s  p50  p95    p99  wait  use  errors  backends
                  ────────  ─────  ───  ───  ─────  ────  ───  ──────  ────────
                  pool-300    359    –    –  2,943     –    –     308         –
                  pool-20     359    –    –  2,943     –    –     308         –

                  Figures
                                            idle-0
                  ──────────────────────  ────────
                  point reads per second  30,000/s

                                             pool-300  pool-20
                  ─────────────────────────  ────────  ───────
                  logins the server refused       426      426
                """);
    }
}
