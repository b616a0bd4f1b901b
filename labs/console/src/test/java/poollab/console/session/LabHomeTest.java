package poollab.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabHomeTest {
    @TempDir
    Path checkout;

    private final Properties properties = new Properties();

    @Test
    void what_is_set_wins() {
        properties.setProperty("lab.root", checkout.toString());
        assertThat(LabHome.find(properties, Map.of("LAB_HOME", "/somewhere"))).isEqualTo(Path.of("/somewhere"));
    }

    @Test
    void a_writable_checkout_keeps_its_own() {
        properties.setProperty("lab.root", checkout.toString());
        assertThat(LabHome.find(properties, Map.of())).isEqualTo(checkout.resolve(".lab"));
    }

    @Test
    void a_checkout_that_is_not_there_or_not_writable_leads_to_the_users_data_folder() {
        properties.setProperty("lab.root", checkout.resolve("gone").toString());
        properties.setProperty("user.home", "/home/ada");
        properties.setProperty("os.name", "Linux");
        assertThat(LabHome.find(properties, Map.of())).isEqualTo(Path.of("/home/ada/.local/share/pool-lab"));
        assertThat(LabHome.find(properties, Map.of("XDG_DATA_HOME", "/data"))).isEqualTo(Path.of("/data/pool-lab"));
        assertThat(Files.exists(checkout.resolve("gone"))).isFalse();
    }
}
