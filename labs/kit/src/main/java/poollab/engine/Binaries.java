package poollab.engine;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once.
 *
 * @param name identifies version, platform and build
 * @param folder has {@code bin}, {@code lib} and {@code share}
 */
record Binaries(String name, Path folder) {
    /** The packaged PostgreSQL. */
    static final String VERSION = "18.6";

    private static final long UNPACKED_BYTES = 65_000_000;

    /** Path of a program, for example {@code initdb}. */
    String program(String program) {
        return folder.resolve("bin").resolve(Tools.WINDOWS ? program + ".exe" : program).toString();
    }

    /** The unpacked programs, from the cache if they are there and complete. */
    static Binaries get(Folders folders, Cache cache, Consumer<String> progress) {
        String platform = platform(System.getProperty("os.name"), System.getProperty("os.arch"));
        URL archive = Binaries.class.getResource("/postgres-" + platform + ".txz");
        if (archive == null) {
            throw new EnvironmentMissing(
                    "There is no packaged PostgreSQL for this machine (" + platform + ") on the class path.",
                    "Build the project on this machine.");
        }
        try {
            URLConnection connection = archive.openConnection();
            String name = "postgresql-" + VERSION + "-" + platform + "-" + fingerprint(connection);
            Path content = cache.get(name, (workspace, fresh) -> {
                folders.requireSpace(fresh, UNPACKED_BYTES, "unpacking PostgreSQL " + VERSION);
                progress.accept("unpacking PostgreSQL " + VERSION + " (first time only)");
                unpack(connection.getInputStream(), fresh);
            }).content();
            return new Binaries(name, content);
        } catch (IOException e) {
            throw folders.explain("Cannot unpack PostgreSQL " + VERSION, folders.cache(), e);
        }
    }

    /** The packages' name of a platform. */
    static String platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        String system = os.contains("windows") ? "windows" : os.contains("mac") ? "darwin" : "linux";
        String architecture = switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> "x86_64";
            // Windows on ARM runs programs for x86_64.
            case "aarch64", "arm64" -> system.equals("windows") ? "x86_64" : "arm_64";
            case String other -> other;
        };
        return system + "-" + architecture;
    }

    /** Tells builds apart without reading 15 MB: a jar knows its entries' checksums. */
    private static String fingerprint(URLConnection connection) throws IOException {
        if (connection instanceof JarURLConnection jar) {
            return Long.toHexString(jar.getJarEntry().getCrc());
        }
        return Long.toHexString(connection.getContentLengthLong());
    }

    private static void unpack(InputStream archive, Path into) throws IOException {
        Disk.createFolder(into);
        try (var tar = new TarArchiveInputStream(new BufferedInputStream(new XZInputStream(archive), 1 << 16))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = into.resolve(entry.getName()).normalize();
                if (!path.startsWith(into)) {
                    throw new IOException("the archive has an entry outside of itself: " + entry.getName());
                }
                unpack(entry, tar, path);
            }
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream data, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(data, path);
        if (Disk.isPosix(path)) {
            boolean executable = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }
}
