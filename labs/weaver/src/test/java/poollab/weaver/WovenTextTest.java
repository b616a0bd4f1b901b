package poollab.weaver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import poollab.bench.Json;
import poollab.course.LabText;

class WovenTextTest {
    @TempDir
    Path folder;

    @Test
    void every_block_of_the_vocabulary_comes_out_as_expected() throws IOException {
        LabText woven = new Demo(folder).woven();
        String expected = new String(getClass().getResourceAsStream("/demo/expected.json").readAllBytes());
        assertThat(Json.write(woven)).isEqualToNormalizingNewlines(expected.strip());
    }

    @Test
    void what_is_written_can_be_read_again() throws IOException {
        LabText woven = new Demo(folder).woven();
        assertThat(Json.read(Json.write(woven), LabText.class)).isEqualTo(woven);
    }

    @Test
    void inputs_are_the_text_its_records_and_its_includes() throws IOException {
        Demo demo = new Demo(folder);
        LabSource source = LabSource.read(folder, demo.text());
        source.text();
        assertThat(source.inputs())
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("lab.adoc", "Demo.java", "plain.json", "none.json", "ten.json");
    }

    @Test
    void nothing_is_woven_again_until_a_file_changes() throws IOException {
        Demo demo = new Demo(folder);
        Path stamp = folder.resolve("stamp");
        assertThat(Stamp.fresh(stamp)).isFalse();
        Stamp.write(stamp, LabSource.read(folder, demo.text()).inputs());
        assertThat(Stamp.fresh(stamp)).isTrue();
        Files.writeString(demo.text().resolveSibling("recorded/ten.json"), "{}");
        assertThat(Stamp.fresh(stamp)).isFalse();
    }
}
