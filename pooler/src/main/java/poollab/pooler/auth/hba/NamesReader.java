package poollab.pooler.auth.hba;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import poollab.pooler.auth.RawText;
import poollab.pooler.auth.hba.Line.Broken;

/**
 * Reads a list of names with commas. {@code @file} stands for the names in a file, whose name is relative to the one it
 * is named in. As in PgBouncer, {@code sameuser} and {@code replication} are keywords among the users too.
 *
 * <p>One difference: blank lines and comments in such a file are skipped, where PgBouncer drops the whole rule.
 */
final class NamesReader {
    /** A file that includes itself ends here. */
    private static final int MOST_FILES_DEEP = 10;

    private final Set<String> names = new HashSet<>();
    private final List<String> warnings;
    private boolean all;
    private boolean sameOther;
    private boolean replication;

    private NamesReader(List<String> warnings) {
        this.warnings = warnings;
    }

    /** @param file that the line is in */
    static Names read(Line line, Path file, List<String> warnings) throws Broken {
        NamesReader reader = new NamesReader(warnings);
        reader.list(line, file, 0);
        return new Names(reader.all, reader.sameOther, reader.replication, reader.names);
    }

    private void list(Line line, Path file, int depth) throws Broken {
        do {
            if (line.take("all")) all = true;
            else if (line.take("sameuser")) sameOther = true;
            else if (line.take("replication")) replication = true;
            else name(line, file, depth);
        } while (line.takeComma());
    }

    private void name(Line line, Path file, int depth) throws Broken {
        String bare = line.peek();
        String name = line.name();
        if (bare == null) names.add(name);
        else if (bare.equals("samerole") || bare.equals("samegroup")) throw new Broken(bare + " is not supported");
        else if (bare.startsWith("+")) throw new Broken("names of groups, as in " + bare + ", are not supported");
        else if (bare.startsWith("@")) include(bare.substring(1), file, depth + 1);
        else names.add(name);
    }

    private void include(String fileName, Path parent, int depth) throws Broken {
        if (depth > MOST_FILES_DEEP) throw new Broken("@" + fileName + ": more than " + MOST_FILES_DEEP + " files include each other");
        try {
            Path file = parent.resolveSibling(fileName);
            int number = 0;
            for (String text : RawText.decode(Files.readAllBytes(file)).split("\n", -1)) {
                Line line = new Line(text);
                number++;
                if (line.atEnd()) continue;
                list(line, file, depth);
                if (!line.atEnd()) warnings.add(file + " line " + number + ": what follows a blank without a comma is ignored");
            }
        } catch (IOException | InvalidPathException e) {
            throw new Broken("cannot read @" + fileName + ": " + e);
        }
    }
}
