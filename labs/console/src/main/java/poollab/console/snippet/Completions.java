package poollab.console.snippet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.SourceCodeAnalysis.Suggestion;

/** What may stand at the cursor, and its way from the application to the console. */
final class Completions {
    private static final int MOST = 500;
    /** Each documentation costs a compilation of some milliseconds; more candidates than these get none. */
    private static final int MOST_DOCUMENTED = 25;

    private Completions() {}

    /** Those that fit the expected type come first. */
    static List<Candidate> of(SourceCodeAnalysis analysis, String source, int cursor) {
        int[] from = {cursor};
        Map<String, Boolean> values = new LinkedHashMap<>();
        for (Suggestion suggestion : analysis.completionSuggestions(source, cursor, from)) {
            values.merge(suggestion.continuation(), suggestion.matchesType(), Boolean::logicalOr);
        }
        List<String> ordered = values.entrySet().stream()
                .sorted(Map.Entry.<String, Boolean>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .limit(MOST)
                .toList();
        boolean documented = ordered.size() <= MOST_DOCUMENTED;
        String before = source.substring(0, from[0]);
        return ordered.stream()
                .map(value -> new Candidate(from[0], value, documented ? documentation(analysis, before + value) : ""))
                .toList();
    }

    private static String documentation(SourceCodeAnalysis analysis, String source) {
        // A method's documentation is found inside its parentheses.
        int inside = source.endsWith("()") ? source.length() - 1 : source.length();
        return analysis.documentation(source, inside, false).stream()
                .map(Documentation::signature)
                .distinct()
                .collect(Collectors.joining("\n"));
    }

    /** Neither identifiers nor signatures hold these two characters. */
    private static final String BETWEEN_FIELDS = "\u001f";

    private static final String BETWEEN_CANDIDATES = "\u001e";

    static String write(List<Candidate> candidates) {
        return candidates.stream()
                .map(c -> c.from() + BETWEEN_FIELDS + c.value() + BETWEEN_FIELDS + c.documentation())
                .collect(Collectors.joining(BETWEEN_CANDIDATES));
    }

    static List<Candidate> read(String text) {
        List<Candidate> candidates = new ArrayList<>();
        for (String candidate : text.split(BETWEEN_CANDIDATES)) {
            String[] fields = candidate.split(BETWEEN_FIELDS, -1);
            if (fields.length == 3) candidates.add(new Candidate(Integer.parseInt(fields[0]), fields[1], fields[2]));
        }
        return candidates;
    }
}
