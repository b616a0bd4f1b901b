package poollab.pooler.blackbox;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** A pooler on a free port, in front of {@link PostgresRig}, with its files in a folder of its own. */
final class PoolerRig implements AutoCloseable {
    static final String ADMIN = "admin";
    static final String STATS = "stats";
    private final Path folder;
    private final int port;
    private final int otherPort;
    private final PoolerUnderTest pooler;
    private final boolean started;

    private PoolerRig(Path folder, int port, int otherPort) throws IOException {
        this.folder = folder;
        this.port = port;
        this.otherPort = otherPort;
        this.pooler = PoolerUnderTest.start(folder.resolve("pooler.ini"));
        awaitPort();
        started = true;
    }

    /** Settings of the [pgbouncer] section, a line each; everything else as {@link Plan} has it. */
    static PoolerRig with(String... settings) {
        return plan().set(settings).start();
    }

    static Plan plan() {
        return new Plan();
    }

    int port() {
        return port;
    }

    /** A second free port, which settings may name as OTHER_PORT. */
    int otherPort() {
        return otherPort;
    }

    /** Where its files are. */
    Path folder() {
        return folder;
    }

    boolean isRunning() {
        return pooler.isRunning();
    }

    RawClient connect() {
        return RawClient.connect(port);
    }

    /** A session as {@link PostgresRig#APP}. */
    RawClient client(String... parameters) {
        return login(PostgresRig.DATABASE, PostgresRig.APP, PostgresRig.APP_PASSWORD, parameters);
    }

    RawClient login(String database, String user, String password, String... parameters) {
        return RawClient.login(port, database, user, password, parameters);
    }

    /** A session of the console. */
    RawClient admin() {
        return login("pgbouncer", ADMIN, "admin-secret");
    }

    String log() {
        try {
            return Files.readString(folder.resolve("pooler.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces a text in the ini file, for a RELOAD. */
    void edit(String old, String replacement) {
        try {
            Path ini = folder.resolve("pooler.ini");
            Files.writeString(ini, Files.readString(ini).replace(old, replacement));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds to one of its files. */
    void append(String file, String text) {
        try {
            Files.writeString(folder.resolve(file), text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        pooler.close();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two different ports. */
    static int[] freePorts() {
        try (var one = new ServerSocket(0); var other = new ServerSocket(0)) {
            return new int[] {one.getLocalPort(), other.getLocalPort()};
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitPort() throws IOException {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (true) {
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port));
                return;
            } catch (IOException e) {
                if (!pooler.isRunning() || System.nanoTime() > deadline) {
                    pooler.close();
                    throw new IOException("the pooler does not answer; its log: " + log(), e);
                }
                Pause.millis(20);
            }
        }
    }

    /** What goes into the ini file and the userlist. */
    static final class Plan {
        private final Map<String, String> databases = new LinkedHashMap<>();
        private final Map<String, String> secrets = new LinkedHashMap<>();
        private final Map<String, String> files = new LinkedHashMap<>();
        private final StringJoiner settings = new StringJoiner("\n", "", "\n");
        private final StringJoiner users = new StringJoiner("\n", "", "\n");

        private Plan() {
            database(PostgresRig.DATABASE, "");
            secret(PostgresRig.APP, PostgresRig.APP_PASSWORD);
            secret(PostgresRig.OTHER, PostgresRig.OTHER_PASSWORD);
            secret(PostgresRig.TRUSTED, "");
            secret(ADMIN, "admin-secret");
            secret(STATS, "stats-secret");
            set("auth_type = trust", "pool_mode = transaction");
        }

        /** A database entry; host and port of PostgresRig unless the text has others. */
        Plan database(String name, String text) {
            String host = text.contains("host=") ? "" : "host=127.0.0.1 ";
            String port = text.contains("port=") ? "" : "port=" + PostgresRig.get().port() + " ";
            databases.put(name, host + port + text);
            return this;
        }

        Plan noDatabases() {
            databases.clear();
            return this;
        }

        Plan secret(String user, String secret) {
            secrets.put(user, secret);
            return this;
        }

        Plan set(String... lines) {
            for (String line : lines) {
                settings.add(line);
            }
            return this;
        }

        Plan user(String line) {
            users.add(line);
            return this;
        }

        /** A further file in the rig's folder, which settings may name as FOLDER/name. */
        Plan file(String name, String text) {
            files.put(name, text);
            return this;
        }

        PoolerRig start() {
            try {
                Path folder = Files.createTempDirectory("pooler-rig");
                if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
                }
                int[] ports = freePorts();
                Files.writeString(folder.resolve("userlist.txt"), userlist());
                Files.writeString(folder.resolve("pooler.ini"), ini(folder, ports[0]).replace("FOLDER", folder.toString()).replace("OTHER_PORT", "" + ports[1]));
                for (Map.Entry<String, String> file : files.entrySet()) {
                    Files.writeString(folder.resolve(file.getKey()), file.getValue());
                }
                return started(folder, ports);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static PoolerRig started(Path folder, int[] ports) throws IOException {
            try {
                return new PoolerRig(folder, ports[0], ports[1]);
            } catch (IOException | RuntimeException e) {
                TempFolders.delete(folder);
                throw e;
            }
        }

        private String userlist() {
            var lines = new StringJoiner("\n", "", "\n");
            secrets.forEach((user, secret) -> lines.add("\"" + user + "\" \"" + secret.replace("\"", "\"\"") + "\""));
            return lines.toString();
        }

        private String ini(Path folder, int port) {
            var entries = new StringJoiner("\n");
            databases.forEach((name, text) -> entries.add(name + " = " + text));
            return """
                    [databases]
                    %s

                    [users]
                    %s
                    [pgbouncer]
                    listen_addr = 127.0.0.1
                    listen_port = %d
                    unix_socket_dir =
                    auth_file = %s
                    logfile = %s
                    admin_users = %s
                    stats_users = %s
                    server_tls_sslmode = disable
                    %s""".formatted(entries, users, port, folder.resolve("userlist.txt"), folder.resolve("pooler.log"), ADMIN,
                    STATS, settings);
        }
    }
}
