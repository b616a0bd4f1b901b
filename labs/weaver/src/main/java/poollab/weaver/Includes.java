package poollab.weaver;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Code taken from other files, and the placeholders that stand for it while Asciidoctor reads the text. */
final class Includes {
    static final String DIRECTIVE = "include::";

    private static final Pattern FORM = Pattern.compile("include::([^\\[]+)\\[(?:tag=([\\w-]+))?\\]\\s*");
    /** A number between two characters that no text has. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\ue000(\\d+)\ue000");

    private final List<Listing> all = new ArrayList<>();

    /** @param file where the code or its first include comes from, relative to the project; null for the text's own */
    record Listing(String file, String code) {}

    /** As written in {@code include::target[…]}. */
    static String target(String directive) {
        String target = directive.substring(DIRECTIVE.length());
        return target.contains("[") ? target.substring(0, target.indexOf('[')) : target;
    }

    /** The tag of {@code include::target[tag=…]}; null when it has another form. */
    static String tag(String directive) {
        Matcher form = FORM.matcher(directive);
        return form.matches() ? form.group(2) : null;
    }

    String placeholder(String file, String code) {
        all.add(new Listing(file, code));
        return "\ue000" + (all.size() - 1) + "\ue000";
    }

    /** Puts the code where its placeholders are. */
    Listing resolve(String listing) {
        String file = null;
        StringBuilder code = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(listing);
        while (placeholder.find()) {
            Listing included = all.get(Integer.parseInt(placeholder.group(1)));
            if (file == null) file = included.file();
            placeholder.appendReplacement(code, Matcher.quoteReplacement(included.code()));
        }
        return new Listing(file, placeholder.appendTail(code).toString());
    }
}
