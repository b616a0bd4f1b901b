package poollab.bench;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The known word that a mistyped one probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The closest of {@code known}: a prefix or at most a third of the letters (and one) away. Empty when none is near. */
    public static Optional<String> to(String given, Collection<String> known) {
        String word = given.toLowerCase(Locale.ROOT);
        Optional<String> longer =
                word.length() < 2 ? Optional.empty() : known.stream().filter(k -> k.startsWith(word)).findFirst();
        if (longer.isPresent()) return longer;
        int limit = 1 + word.length() / 3;
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    private static int distance(String a, String b) {
        return LevenshteinDistance.getDefaultInstance().apply(a, b.toLowerCase(Locale.ROOT));
    }
}
