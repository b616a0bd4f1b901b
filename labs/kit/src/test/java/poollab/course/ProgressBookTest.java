package poollab.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import poollab.course.ProgressBook.Outcome;

class ProgressBookTest {
    @TempDir
    Path home;

    private Path file;
    private ProgressBook book;

    @BeforeEach
    void open() {
        file = home.resolve("progress/progress.txt");
        book = new ProgressBook(file);
    }

    @Test
    void it_is_plain_text() throws IOException {
        book.reached("01", "explain");
        book.predict("01", "first-failure", "6");
        book.judge("01", "first-failure", Outcome.RIGHT);
        assertThat(file).hasContent("""
                # Pool Lab: progress. Plain text; copy this file to go on elsewhere.
                01.outcome.first-failure = right
                01.prediction.first-failure = 6
                01.step = explain
                """);
    }

    @Test
    void a_copy_goes_on_where_the_original_stopped() throws IOException {
        book.reached("02", "vary");
        Path copy = Files.copy(file, home.resolve("copy.txt"));
        assertThat(new ProgressBook(copy).step("02")).contains("vary");
    }

    @Test
    void a_new_answer_forgets_the_outcome_of_the_old_one() throws IOException {
        book.predict("01", "x", "5");
        book.judge("01", "x", Outcome.WRONG);
        book.predict("01", "x", "6 or so\nperhaps");
        assertThat(book.count(Outcome.WRONG, null)).isZero();
        assertThat(book.prediction("01", "x")).contains("6 or so perhaps");
    }

    @Test
    void outcomes_are_counted_for_one_lab_and_for_all() throws IOException {
        book.judge("01", "a", Outcome.RIGHT);
        book.judge("02", "a", Outcome.RIGHT);
        book.judge("02", "b", Outcome.CLOSE);
        assertThat(book.count(Outcome.RIGHT, null)).isEqualTo(2);
        assertThat(book.count(Outcome.RIGHT, "02")).isEqualTo(1);
    }

    @Test
    void a_reset_keeps_a_backup_and_the_other_labs() throws IOException {
        book.reached("01", "run");
        book.reached("02", "run");
        Path backup = book.reset("01").orElseThrow();
        assertThat(book.step("01")).isEmpty();
        assertThat(book.step("02")).contains("run");
        assertThat(new ProgressBook(backup).step("01")).contains("run");
    }

    @Test
    void nothing_done_is_nothing_to_reset() throws IOException {
        assertThat(book.reset(null)).isEmpty();
        assertThat(book.step("01")).isEmpty();
    }

    @Test
    void a_damaged_line_is_passed_over() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "garbage\n01.step = run\n");
        assertThat(book.step("01")).contains("run");
    }
}
