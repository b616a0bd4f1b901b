package poollab.pooler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFilesTest {
    @TempDir
    private Path folder;

    @Test
    void aLoadedFileIsItsOwnConffile() throws Exception {
        Path ini = write("a.ini", "\uFEFF[pgbouncer]\npool_mode = transaction\n");

        Config config = Config.load(ini);

        assertThat(config.settings().text(Key.CONFFILE)).isEqualTo(ini.toString());
        assertThat(config.settings().poolMode()).isEqualTo(PoolMode.TRANSACTION);
        assertThat(config.file()).isEqualTo(ini);
    }

    @Test
    void aFileThatCannotBeReadIsToldInOneLine() throws IOException {
        Path missing = folder.resolve("none.ini");
        Path latin = folder.resolve("latin.ini");
        Files.write(latin, "[pgbouncer]\n; fine\n; caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> Config.load(missing)).hasMessage(missing + ": no such file");
        assertThatThrownBy(() -> Config.load(folder)).hasMessage(folder + ": is a folder, not a file");
        assertThatThrownBy(() -> Config.load(latin)).hasMessage(latin + ": line 3 is not UTF-8 text");
    }

    @Test
    void anIncludedFileCountsItsOwnLinesAndItsSectionGoesOn() throws Exception {
        Path users = write("users.ini", "u1 = pool_size=1\n[databases]\nx = host=a\n");
        Path ini = write("a.ini", "[pgbouncer]\n[users]\n%include " + users + "\ny = host=b\n");

        Config config = Config.load(ini);

        assertThat(config.users()).containsOnlyKeys("u1");
        assertThat(config.databases()).containsOnlyKeys("x", "y");
        write("users.ini", "\nu1 = pool=1\n");
        write("a.ini", "[pgbouncer]\n[users]\n%include\t" + users + "\nu2 = pool=2\n");
        assertThatThrownBy(() -> Config.load(ini)).hasMessage(
                users + ":2: user \"u1\": unknown key \"pool\"; known here: " + KNOWN + "\n"
                        + ini + ":4: user \"u2\": unknown key \"pool\"; known here: " + KNOWN);
    }

    private static final String KNOWN = "pool_size, reserve_pool_size, pool_mode, max_user_connections,"
            + " max_user_client_connections, query_timeout, idle_transaction_timeout, transaction_timeout,"
            + " client_idle_timeout";

    @Test
    void filesThatIncludeEachOtherAreToldWithTheChain() throws Exception {
        Path a = folder.resolve("a.ini");
        Path b = write("b.ini", "\n%include " + a + "\n");
        write("a.ini", "[pgbouncer]\n%include " + b + "\n");

        assertThatThrownBy(() -> Config.load(a)).hasMessage(b + ":2: " + a + " includes itself: a.ini -> b.ini -> a.ini");
    }

    @Test
    void aFileMayBeIncludedTwiceButNotWithoutEnd() throws Exception {
        Path part = write("part.ini", "verbose = 1\n");
        assertThat(Config.load(write("a.ini", "[pgbouncer]\n%include " + part + "\n%include " + part)).settings()
                .number(Key.VERBOSE)).isEqualTo(1);

        write("11.ini", "");
        for (int i = 10; i >= 0; i--) write(i + ".ini", "%include " + folder.resolve(i + 1 + ".ini"));
        assertThatThrownBy(() -> Config.load(folder.resolve("0.ini")))
                .hasMessage(folder.resolve("10.ini") + ":1: included files nest deeper than 10");
    }

    @Test
    void aMissingIncludeIsToldAtItsLine() throws Exception {
        Path ini = write("a.ini", "[pgbouncer]\n%include " + folder.resolve("no.ini") + "\n%include\n");

        assertThatThrownBy(() -> Config.load(ini)).hasMessage(
                ini + ":2: cannot include " + folder.resolve("no.ini") + ": no such file\n"
                        + ini + ":3: %include needs a file's name");
    }

    @Test
    void aReloadTakesTheFileAsItIsNow() throws Exception {
        Path ini = write("a.ini", "[databases]\nx = host=a\n[pgbouncer]\npool_mode = transaction\n");
        Config first = Config.load(ini);
        write("a.ini", "[databases]\ny = host=b\n[pgbouncer]\n");

        Config second = first.with(first.settings().with(Key.DEFAULT_POOL_SIZE, "3")).reload();

        assertThat(second.databases()).containsOnlyKeys("y");
        assertThat(second.settings().poolMode()).isEqualTo(PoolMode.SESSION);
        assertThat(second.settings().number(Key.DEFAULT_POOL_SIZE)).as("what SET changed is gone").isEqualTo(20);
        assertThat(second.warnings()).isEmpty();
    }

    @Test
    void aReloadKeepsWhatNeedsARestartAndSaysSo() throws Exception {
        Path ini = write("a.ini", "[pgbouncer]\nlisten_port = 7000\nlisten_addr = *\nunix_socket_dir =\n");
        Config first = Config.load(ini);
        write("a.ini", "[pgbouncer]\nlisten_port = 7001\nlisten_addr = *\n");

        Config second = first.reload();

        assertThat(second.settings().number(Key.LISTEN_PORT)).isEqualTo(7000);
        assertThat(second.settings().text(Key.UNIX_SOCKET_DIR)).isEmpty();
        assertThat(second.warnings()).containsExactly(
                "listen_port stays 7000: changing it to 7001 needs a restart",
                "unix_socket_dir stays unset: changing it to /tmp needs a restart");
    }

    @Test
    void aSettingWithoutADefaultLivesThroughAReloadAsInPgBouncer() throws Exception {
        Path ini = write("a.ini", "[pgbouncer]\nauth_user = checker\nadmin_users = boss\n");
        Config first = Config.load(ini, Settings.defaults().with(Key.VERBOSE, "2"));
        assertThat(first.settings().number(Key.VERBOSE)).isEqualTo(2);
        write("a.ini", "[pgbouncer]\n");

        Settings second = first.reload().settings();

        assertThat(second.text(Key.AUTH_USER)).isEqualTo("checker");
        assertThat(second.number(Key.VERBOSE)).isEqualTo(2);
        assertThat(second.text(Key.ADMIN_USERS)).isNull();
    }

    @Test
    void aReloadOfABrokenFileLeavesTheOldConfigurationGood() throws Exception {
        Path ini = write("a.ini", "[pgbouncer]\npool_mode = transaction\n");
        Config first = Config.load(ini);
        write("a.ini", "[pgbouncer]\npool_mode = transacton\n");

        assertThatThrownBy(first::reload).isInstanceOf(ConfigException.class).hasMessageStartingWith(ini + ":2: pool_mode");
        assertThat(first.settings().poolMode()).isEqualTo(PoolMode.TRANSACTION);
        assertThatThrownBy(() -> Config.parse(Path.of("text.ini"), "[pgbouncer]").reload())
                .hasMessage("text.ini: not read from a file, so there is nothing to reload");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
