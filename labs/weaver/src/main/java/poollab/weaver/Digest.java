package poollab.weaver;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Fingerprints of files and of the weaver's own code. */
final class Digest {
    private Digest() {}

    static String of(Path file) throws IOException {
        return HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
    }

    /** All classes of a class's package. The same from a folder of classes as from the jar made of it. */
    static String ofPackage(Class<?> member) throws IOException {
        Path place;
        try {
            place = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        String folder = member.getPackageName().replace('.', '/');
        if (Files.isDirectory(place)) return ofFolder(place.resolve(folder));
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
            return ofFolder(jar.getPath(folder));
        }
    }

    private static String ofFolder(Path folder) throws IOException {
        MessageDigest digest = sha256();
        List<Path> files;
        try (Stream<Path> found = Files.list(folder)) {
            files = found.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) digest.update(Files.readAllBytes(file));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
