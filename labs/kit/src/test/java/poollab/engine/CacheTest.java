package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
    @TempDir
    Path home;

    private List<String> progressOfAStart(Path cache) throws Exception {
        List<String> told = new ArrayList<>();
        try (var server = EmbeddedPostgres.start(
                Folders.at(home, cache), EmbeddedPostgres.Options.standard().withProgress(told::add))) {
            server.observe().close();
        }
        return told;
    }

    private static Path entry(Path cache, boolean template) throws IOException {
        try (var entries = Files.list(cache)) {
            return entries.filter(Files::isDirectory)
                    .filter(each -> each.toString().contains("-bookstore-") == template)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void two_processes_with_a_cold_cache_build_it_once_and_a_damaged_one_is_built_again() throws Exception {
        Path cache = home.resolve("cold");
        try (var one = ServerProcess.launch(home, cache, "shell"); var two = ServerProcess.launch(home, cache, "shell")) {
            one.awaitReady();
            two.awaitReady();
            assertThat(Bench.lives(one.server())).isTrue();
            assertThat(Bench.lives(two.server())).isTrue();
            assertThat(one.folder()).isNotEqualTo(two.folder());
        }
        try (var entries = Files.list(cache)) {
            assertThat(entries.filter(Files::isDirectory)).hasSize(2);
        }
        assertThat(progressOfAStart(cache)).isEmpty();

        Files.delete(entry(cache, false).resolve("content/share/postgresql/timezone/UTC"));
        try (var table = FileChannel.open(entry(cache, true).resolve("content/global/pg_control"), StandardOpenOption.WRITE)) {
            table.truncate(100);
        }
        assertThat(progressOfAStart(cache)).containsExactly(
                "unpacking PostgreSQL 18.6 (first time only)", "creating the Bookstore database (first time only)");

        Files.delete(entry(cache, true).resolve("complete"));
        assertThat(progressOfAStart(cache)).containsExactly("creating the Bookstore database (first time only)");
        assertThat(progressOfAStart(cache)).isEmpty();
    }

    @Test
    void a_half_made_entry_is_thrown_away_and_leaves_nothing() throws Exception {
        Cache cache = new Cache(home);
        Files.createDirectories(home.resolve("thing.new-123/content"));
        Cache.Entry entry = cache.get("thing", (workspace, content) -> {
            Files.writeString(workspace.resolve("scratch"), "away");
            Files.createDirectory(content);
            Files.writeString(content.resolve("file"), "12345");
        });
        assertThat(entry.footprint()).isEqualTo(new Disk.Footprint(1, 5));
        assertThat(entry.intact()).isTrue();
        try (var files = Files.list(home)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("thing", "thing.lock");
        }
    }
}
