package poollab.weaver;

import java.util.Collection;
import poollab.bench.Nearest;

/** Sentences about names that do not exist. */
final class Names {
    private Names() {}

    private static final int SHOWN = 12;

    /** {@code unknown claim 'frist-failure'; did you mean first-failure?} or, when none is near, the known ones. */
    static String unknown(String what, String given, Collection<String> known) {
        String said = "unknown " + what + " '" + given + "'";
        if (known.isEmpty()) return said + "; there is none here";
        return Nearest.to(given, known)
                .map(near -> said + "; did you mean " + near + "?")
                .orElse(said + "; known: " + some(known));
    }

    private static String some(Collection<String> known) {
        String first = String.join(", ", known.stream().limit(SHOWN).toList());
        return known.size() <= SHOWN ? first : first + " and " + (known.size() - SHOWN) + " more";
    }
}
