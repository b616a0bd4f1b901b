package poollab.pooler.config;

import java.util.Collection;
import java.util.Locale;

/** Finds the name somebody probably meant. */
final class Nearest {
    private Nearest() {}

    /** {@code "; did you mean pool_mode?"}, or nothing when no known name is near. */
    static String hint(String given, Collection<String> known) {
        String lower = given.toLowerCase(Locale.ROOT);
        String best = null;
        int least = Math.max(2, given.length() / 3) + 1;
        for (String name : known) {
            int distance = distance(lower, name.toLowerCase(Locale.ROOT));
            if (distance < least && distance < name.length()) {
                least = distance;
                best = name;
            }
        }
        return best == null ? "" : "; did you mean " + best + "?";
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
