package poollab.engine;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.stream.Collectors;

/** What makes a folder a standby's: a copy of a running server's data, and whom it follows. */
final class Standby {
    /** Of this much log the primary keeps what a standby may still need: the copying takes it far less. */
    private static final String KEPT_LOG = "alter system set wal_keep_size = '128MB'";

    /** The word {@code all} in pg_hba.conf does not mean replication. */
    private static final String MAY_REPLICATE =
            "host    replication     " + Bookstore.OBSERVER_ROLE + "        127.0.0.1/32            scram-sha-256\n";

    /** Folders whose content is another server's own business, or comes by streaming. */
    private static final Set<String> EMPTY = Set.of(
            "pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans", "pg_wal",
            "pgsql_tmp");

    private static final Set<String> LEFT_OUT = Set.of("postmaster.pid", "postmaster.opts", "pg_internal.init");

    private static final Path CONTROL = Path.of("global", "pg_control");

    private Standby() {}

    /** Copies the data of a server that goes on working, as pg_basebackup does: the packaged binaries have none. */
    static void copy(EmbeddedPostgres primary, Path data) throws IOException {
        Path from = primary.folder().resolve("data");
        try (Connection observer = primary.observe()) {
            letReplicate(from, observer);
            Postgres.execute(observer, "select pg_backup_start('standby', true)");
            copyFiles(from, data);
            // Last, so that it knows of nothing that was copied before it came about.
            Files.copy(from.resolve(CONTROL), data.resolve(CONTROL));
            try (Statement statement = observer.createStatement();
                    ResultSet row = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
                row.next();
                Files.writeString(data.resolve("backup_label"), row.getString(1));
            }
        } catch (SQLException e) {
            throw new IOException("the primary's data could not be copied: " + e.getMessage(), e);
        }
    }

    private static void letReplicate(Path data, Connection observer) throws IOException, SQLException {
        Path hba = data.resolve("pg_hba.conf");
        String text = Files.readString(hba);
        if (!text.contains(MAY_REPLICATE)) {
            Files.writeString(hba, text + MAY_REPLICATE);
        }
        Postgres.execute(observer, KEPT_LOG, "select pg_reload_conf()");
    }

    private static void copyFiles(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Disk.createFolder(to.resolve(from.relativize(folder).toString()));
                return EMPTY.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path name = from.relativize(file);
                if (!LEFT_OUT.contains(file.getFileName().toString()) && !name.equals(CONTROL)) {
                    copyIfThere(file, to.resolve(name.toString()));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
    }

    /** A file that a table no longer has goes without notice; the log that follows knows of it. */
    private static void copyIfThere(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to);
        } catch (NoSuchFileException e) {
            Files.deleteIfExists(to);
        }
    }

    /** Has the server of this folder follow another from its next start on. */
    static void follow(Path data, Server primary) throws IOException {
        Login login = primary.observer();
        String whom = "primary_conninfo = 'host=" + primary.host() + " port=" + primary.port() + " user=" + login.role()
                + " password=" + login.password() + " application_name=standby sslmode=disable gssencmode=disable'";
        Path settings = data.resolve("postgresql.auto.conf");
        String others = Files.readString(settings).lines()
                .filter(line -> !line.startsWith("primary_conninfo"))
                .collect(Collectors.joining("\n"));
        Files.writeString(settings, others + "\n" + whom + "\n");
        Path signal = data.resolve("standby.signal");
        if (!Files.exists(signal)) {
            Files.createFile(signal);
        }
    }
}
