package poollab.weaver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import poollab.course.LabText;

/**
 * What a lab.json was made from, file by file, itself and the weaver included. While all of it is the same nothing has
 * to be woven, and Ruby need not start.
 */
final class Stamp {
    private static final String CODE = "code";

    private Stamp() {}

    /** @param files inputs and output */
    static void write(Path stamp, Collection<Path> files) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        for (Path file : files) digests.put(file.toAbsolutePath().normalize().toString(), Digest.of(file));
        StringBuilder lines = new StringBuilder(code() + " " + CODE + "\n");
        digests.forEach((file, digest) -> lines.append(digest).append(' ').append(file).append('\n'));
        Files.createDirectories(stamp.getParent());
        Files.writeString(stamp, lines);
    }

    /** Whether nothing has changed since the stamp was written. */
    static boolean fresh(Path stamp) throws IOException {
        if (!Files.isRegularFile(stamp)) return false;
        for (String line : Files.readAllLines(stamp)) {
            String[] parts = line.split(" ", 2);
            if (parts.length != 2 || !parts[0].equals(now(parts[1]))) return false;
        }
        return true;
    }

    private static String now(String name) throws IOException {
        if (name.equals(CODE)) return code();
        Path file = Path.of(name);
        return Files.isRegularFile(file) ? Digest.of(file) : "";
    }

    /** The weaver and the model of its result: another version of either weaves anew. */
    private static String code() throws IOException {
        return Digest.ofPackage(Stamp.class) + Digest.ofPackage(LabText.class);
    }
}
