package poollab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import poollab.bench.Observation.Column;
import poollab.engine.EnvironmentMissing;

class RunStoreTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    @TempDir
    Path folder;

    private RunStore store;

    @BeforeEach
    void open() {
        store = new RunStore(folder.resolve("runs"));
    }

    private static Run run(String id) {
        List<Object> row = new ArrayList<>(Arrays.asList("request 1", 1.5, null));
        return new Run(
                id, "01", "leak", "a leak", NOON, 12.5, 7, true, Run.Ending.COMPLETED, null,
                List.of(new Setting("max-pool-size", 5, 5, Setting.Origin.DEFAULT, null)),
                new Environment(2, 1L << 33, "Linux", "amd64", "25", "PostgreSQL 18.0", "embedded", 212.4, "test"),
                List.of(
                        new Observation.Event("event-1", 0.4, "request 1", Observation.Outcome.OK, "1.5 ms"),
                        new Observation.Figure("sessions", "sessions", null, 5, Unit.COUNT),
                        new Observation.Table("requests", "Requests",
                                List.of(new Column("request", Unit.TEXT), new Column("total", Unit.MILLISECONDS),
                                        new Column("SQLSTATE", Unit.TEXT)),
                                List.of(row), "total"),
                        new Observation.Series("slots", "Slots", Unit.COUNT, List.of("in use"),
                                List.of(new Observation.Point(1, List.of(2.0)))),
                        new Observation.Histogram("borrow", "Borrow", 3, 1, 2, 3, 4, 5)),
                List.of(new Judgement("sessions-held", "5 sessions", Verdict.Answer.HELD, "5 sessions")));
    }

    private String save() {
        String id = store.claim(NOON, "01", "leak");
        store.save(run(id), Map.of("transcript.txt", "hello\n"));
        return id;
    }

    @Test
    void a_record_comes_back_as_it_was_written() {
        String id = save();
        assertThat(store.load(id)).isEqualTo(run(id));
        assertThat(store.folderOf(id).resolve("transcript.txt")).hasContent("hello\n");
    }

    @Test
    void the_document_has_the_agreed_words() {
        String json = Json.write(run("x"));
        assertThat(json)
                .contains("\"lab\" : \"01\"", "\"settings\" : {", "\"max-pool-size\" : 5", "\"kind\" : \"figure\"",
                        "\"verdict\" : \"held\"", "\"environment\" : {", "\"ending\" : \"completed\"",
                        "\"origin\" : \"default\"");
    }

    @Test
    void two_runs_in_one_second_get_two_folders() {
        assertThat(save()).isNotEqualTo(save());
        assertThat(store.ids()).hasSize(2);
    }

    @Test
    void latest_is_the_last_one_saved() {
        save();
        String second = save();
        assertThat(store.load("latest").id()).isEqualTo(second);
        assertThat(folder.resolve("runs/latest/run.json")).exists();
    }

    @Test
    void latest_may_be_a_file_where_links_are_impossible() throws IOException {
        String id = save();
        Path pointer = folder.resolve("runs/latest");
        Files.delete(pointer);
        Files.writeString(pointer, id);
        assertThat(store.load("latest").id()).isEqualTo(id);
    }

    @Test
    void a_run_is_found_by_its_place_and_by_the_beginning_of_its_name() {
        String id = save();
        assertThat(store.load("1").id()).isEqualTo(id);
        assertThat(store.load(id.substring(0, 10)).id()).isEqualTo(id);
    }

    @Test
    void a_run_that_is_not_there_is_bad_input() {
        assertThatThrownBy(() -> store.load("latest")).isInstanceOf(BadInput.class).hasMessageContaining("no runs yet");
        save();
        assertThatThrownBy(() -> store.load("2")).isInstanceOf(BadInput.class).hasMessage("no run number 2");
        assertThatThrownBy(() -> store.load("1999")).isInstanceOf(BadInput.class);
        save();
        assertThatThrownBy(() -> store.load("2026")).isInstanceOf(BadInput.class).hasMessageContaining("2 runs");
    }

    @Test
    void a_run_that_never_came_to_its_end_is_not_listed() {
        store.claim(NOON, "01", "leak");
        assertThat(store.ids()).isEmpty();
    }

    @Test
    void a_damaged_record_is_named() throws IOException {
        String id = save();
        Files.writeString(store.folderOf(id).resolve("run.json"), "{\"id\" : ");
        assertThatThrownBy(() -> store.load(id)).isInstanceOf(BadInput.class).hasMessageContaining("cannot be read");
    }

    @Test
    void a_place_that_cannot_be_written_is_known_before_the_run() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> new RunStore(file.resolve("runs")).claim(NOON, "01", "leak"))
                .isInstanceOf(EnvironmentMissing.class)
                .hasMessageContaining("MB free");
    }
}
