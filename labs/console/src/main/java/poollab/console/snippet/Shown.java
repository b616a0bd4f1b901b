package poollab.console.snippet;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** A value as the learner sees it: the way JShell writes it, and never long. */
final class Shown {
    private static final int MOST_CHARACTERS = 1_000;
    private static final int MOST_ELEMENTS = 100;

    private Shown() {}

    /** Strings in quotes, arrays with their elements, collections of the JDK with the first of theirs. */
    static String of(Object value) {
        try {
            return cut(text(value));
        } catch (StopCheck.Stopped e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            return "(its toString() failed: " + e + ")";
        }
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case String text when text.length() > MOST_CHARACTERS ->
                '"' + escaped(text.substring(0, MOST_CHARACTERS)) + "\"… (" + grouped(text.length()) + " characters)";
            case String text -> '"' + escaped(text) + '"';
            case Character one -> "'" + escaped(one.toString()) + "'";
            case Object array when array.getClass().isArray() -> array(array);
            case Collection<?> many when many.size() > MOST_ELEMENTS && isOfJdk(many) ->
                "[" + first(many.iterator(), many.size()) + "]";
            case Map<?, ?> many when many.size() > MOST_ELEMENTS && isOfJdk(many) ->
                "{" + first(many.entrySet().iterator(), many.size()) + "}";
            default -> String.valueOf(value.toString());
        };
    }

    private static boolean isOfJdk(Object value) {
        return value.getClass().getModule() == Object.class.getModule();
    }

    private static String array(Object array) {
        int length = Array.getLength(array);
        String type = array.getClass().getComponentType().getSimpleName();
        int bracket = type.indexOf('[');
        String head = bracket < 0
                ? type + "[" + length + "]"
                : type.substring(0, bracket) + "[" + length + "]" + type.substring(bracket);
        return head + " { " + elements(length, i -> text(Array.get(array, i))) + " }";
    }

    private static String first(Iterator<?> elements, int size) {
        return elements(size, _ -> String.valueOf(elements.next()));
    }

    private static String elements(int size, IntFunction<String> element) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (; shown < Math.min(size, MOST_ELEMENTS) && text.length() < MOST_CHARACTERS; shown++) {
            if (shown > 0) text.append(", ");
            text.append(element.apply(shown));
        }
        return shown < size ? text + ", … " + grouped(size - shown) + " more" : text.toString();
    }

    private static String cut(String text) {
        // A string, cut already, may have grown by its escapes and its length.
        if (text.length() <= 2 * MOST_CHARACTERS) return text;
        return text.substring(0, MOST_CHARACTERS) + "… (" + grouped(text.length()) + " characters)";
    }

    private static String grouped(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String escaped(String text) {
        return text.chars().mapToObj(c -> switch (c) {
            case '"' -> "\\\"";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\\' -> "\\\\";
            default -> c < ' ' ? String.format("\\u%04X", c) : String.valueOf((char) c);
        }).collect(Collectors.joining());
    }
}
