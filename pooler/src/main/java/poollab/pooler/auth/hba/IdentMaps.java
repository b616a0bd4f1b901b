package poollab.pooler.auth.hba;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import poollab.pooler.auth.RawText;
import poollab.pooler.auth.hba.Line.Broken;

/**
 * The maps of an {@code auth_ident_file}: lines {@code map system-user user}, where {@code all} stands for every user.
 *
 * @param warnings for the log: each broken line, which counts as if it were not there
 */
public record IdentMaps(Map<String, IdentMap> maps, List<String> warnings) {
    public static final IdentMaps NONE = new IdentMaps(Map.of(), List.of());

    public IdentMaps {
        maps = Map.copyOf(maps);
        warnings = List.copyOf(warnings);
    }

    /** @throws IOException when the file cannot be read */
    public static IdentMaps load(Path file) throws IOException {
        return parse(RawText.decode(Files.readAllBytes(file)));
    }

    static IdentMaps parse(String text) {
        Map<String, List<IdentMap.Mapping>> mappings = new LinkedHashMap<>();
        List<String> warnings = new ArrayList<>();
        int number = 0;
        for (String words : text.split("\n", -1)) {
            number++;
            Line line = new Line(words);
            if (line.atEnd()) continue;
            try {
                String map = line.word(null);
                String systemUser = line.name();
                Optional<String> user = line.take("all") ? Optional.empty() : Optional.of(line.name());
                if (!line.atEnd()) throw new Broken("unsupported parameters");
                mappings.computeIfAbsent(map, name -> new ArrayList<>()).add(new IdentMap.Mapping(systemUser, user));
            } catch (Broken e) {
                if (e.getMessage() != null) warnings.add("ident line " + number + ": " + e.getMessage());
                warnings.add("could not parse ident config line " + number);
            }
        }
        Map<String, IdentMap> maps = new LinkedHashMap<>();
        mappings.forEach((name, list) -> maps.put(name, new IdentMap(name, list)));
        return new IdentMaps(maps, warnings);
    }
}
