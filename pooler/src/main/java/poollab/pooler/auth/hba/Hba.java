package poollab.pooler.auth.hba;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import poollab.pooler.auth.RawText;

/**
 * The rules of an {@code auth_hba_file}, in the file's order.
 *
 * @param warnings for the log: each broken line, which counts as if it were not there
 */
public record Hba(List<Rule> rules, List<String> warnings) {
    /** Nobody may come in. */
    public static final Hba NONE = new Hba(List.of(), List.of());

    public Hba {
        rules = List.copyOf(rules);
        warnings = List.copyOf(warnings);
    }

    /** @throws IOException when the file cannot be read; a file of names that cannot be read is a broken line */
    public static Hba load(Path file, IdentMaps maps) throws IOException {
        return parse(file, RawText.decode(Files.readAllBytes(file)), maps);
    }

    /** @param file what files of names are relative to; need not exist */
    static Hba parse(Path file, String text, IdentMaps maps) {
        return new HbaReader(file, maps).read(text);
    }

    /** The first rule that fits decides, whatever it says. */
    public Optional<Rule> rule(Login login) {
        return rules.stream().filter(rule -> rule.fits(login)).findFirst();
    }
}
