package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessMemoryTest {
    @Test
    void itReadsWhatLinuxTells() {
        List<String> lines = List.of(
                "5581a8a00000-7ffd3c5f2000 ---p 00000000 00:00 0                          [rollup]",
                "Rss:               15000 kB",
                "Pss:                3000 kB",
                "Pss_Dirty:          1800 kB",
                "Pss_Anon:           1600 kB",
                "Pss_Shmem:           900 kB",
                "Shared_Clean:      12000 kB",
                "Private_Clean:       100 kB",
                "Private_Dirty:      1500 kB");
        assertThat(ProcessMemory.parse(lines)).contains(new ProcessMemory(15_360_000, 3_072_000, 1_638_400));
    }

    @Test
    void whatTellsLessTellsNothing() {
        assertThat(ProcessMemory.parse(List.of("Rss:               15000 kB"))).isEmpty();
        assertThat(ProcessMemory.of(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void itSeesThisProcess() {
        assertThat(ProcessMemory.of(ProcessHandle.current().pid())).hasValueSatisfying(memory -> {
            assertThat(memory.resident()).isGreaterThanOrEqualTo(memory.proportional());
            assertThat(memory.proportional()).isGreaterThanOrEqualTo(memory.own());
            assertThat(memory.own()).isGreaterThan(10_000_000);
        });
    }
}
