package poollab.pooler.tls;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a list of ciphers as OpenSSL writes it: names, classes such as {@code HIGH} or {@code ECDHE+AESGCM}, each added,
 * taken away ({@code -}), taken away for good ({@code !}) or moved to the end ({@code +}).
 */
final class CipherList {
    /** How OpenSSL's names are made. Java has fewer and fewer of them; what it has not is left out, as OpenSSL leaves out what it does not know. */
    private static final Pattern NAME = Pattern.compile("((ECDHE|ECDH|DHE|EDH|ADH|AECDH|PSK|SRP|RSA|DSS|ECDSA|EXP|KRB5)-)*"
            + "(AES(128|256)(-GCM|-CCM8?)?|CHACHA20-POLY1305|(CAMELLIA|ARIA)(128|256)(-GCM)?|DES-CBC3?|RC[24](-CBC)?|SEED|IDEA-CBC|NULL)(-(MD5|SHA|SHA256|SHA384))?");
    private static final Set<String> KEYWORDS = Set.of("default", "secure", "normal", "fast");
    /** Classes of OpenSSL's of which Java has nothing, or nothing that is ever offered here. */
    private static final Set<String> EMPTY = Set.of("LOW", "EXP", "EXPORT", "EXPORT40", "EXPORT56", "aNULL", "eNULL", "NULL", "ADH", "AECDH", "MD5",
            "RC4", "RC2", "DES", "IDEA", "SEED", "CAMELLIA", "CAMELLIA128", "CAMELLIA256", "ARIA", "ARIA128", "ARIA256", "ARIAGCM", "PSK", "kPSK",
            "aPSK", "kECDHEPSK", "kDHEPSK", "kRSAPSK", "SRP", "kSRP", "aSRP", "GOST94", "GOST89MAC", "aGOST", "kGOST", "AESCCM", "AESCCM8",
            "COMPLEMENTOFDEFAULT", "COMPLEMENTOFALL");
    private static final Map<String, Predicate<String>> CLASSES = Map.ofEntries(
            Map.entry("ALL", name -> true),
            Map.entry("DEFAULT", name -> !name.contains("CBC3")),
            Map.entry("HIGH", name -> !name.contains("CBC3")),
            Map.entry("MEDIUM", name -> name.contains("CBC3")),
            Map.entry("3DES", name -> name.contains("CBC3")),
            Map.entry("TLSv1.2", name -> name.contains("GCM") || name.contains("CHACHA") || name.endsWith("SHA256") || name.endsWith("SHA384")),
            Map.entry("TLSv1.0", name -> name.endsWith("-SHA")),
            Map.entry("TLSv1", name -> name.endsWith("-SHA")),
            Map.entry("SSLv3", name -> name.endsWith("-SHA")),
            Map.entry("AES", name -> name.contains("AES")),
            Map.entry("AES128", name -> name.contains("AES128")),
            Map.entry("AES256", name -> name.contains("AES256")),
            Map.entry("AESGCM", name -> name.contains("GCM")),
            Map.entry("CHACHA20", name -> name.contains("CHACHA")),
            Map.entry("ECDHE", name -> name.startsWith("ECDHE-")),
            Map.entry("EECDH", name -> name.startsWith("ECDHE-")),
            Map.entry("kECDHE", name -> name.startsWith("ECDHE-")),
            Map.entry("kEECDH", name -> name.startsWith("ECDHE-")),
            Map.entry("ECDH", name -> name.startsWith("ECDH")),
            Map.entry("DHE", name -> name.startsWith("DHE-")),
            Map.entry("EDH", name -> name.startsWith("DHE-")),
            Map.entry("kDHE", name -> name.startsWith("DHE-")),
            Map.entry("kEDH", name -> name.startsWith("DHE-")),
            Map.entry("DH", name -> name.startsWith("DHE-")),
            Map.entry("RSA", CipherList::plainRsa),
            Map.entry("kRSA", CipherList::plainRsa),
            Map.entry("aRSA", name -> plainRsa(name) || name.contains("-RSA-")),
            Map.entry("ECDSA", name -> name.contains("ECDSA")),
            Map.entry("aECDSA", name -> name.contains("ECDSA")),
            Map.entry("DSS", name -> name.contains("DSS")),
            Map.entry("aDSS", name -> name.contains("DSS")),
            Map.entry("SHA", name -> name.endsWith("-SHA")),
            Map.entry("SHA1", name -> name.endsWith("-SHA")),
            Map.entry("SHA256", name -> name.endsWith("SHA256") && !name.contains("GCM")),
            Map.entry("SHA384", name -> name.endsWith("SHA384") && !name.contains("GCM")));

    private final String setting;
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> chosen = new LinkedHashSet<>();
    private final Set<String> banned = new LinkedHashSet<>();

    private CipherList(String setting) {
        this.setting = setting;
    }

    /** Java's names for TLS 1.2 and older; null to leave the choice to Java. */
    static List<String> upTo12(String setting, String text, List<String> warnings) throws TlsProblem {
        if (text == null || KEYWORDS.contains(text.toLowerCase(Locale.ROOT))) return null;
        CipherList list = new CipherList(setting);
        for (String part : text.split("[:, ]+")) if (!part.isEmpty()) list.apply(part);
        if (list.chosen.isEmpty()) throw new TlsProblem(setting + ": of \"" + text + "\" Java has no cipher; it has " + String.join(", ", CipherNames.upTo12().keySet()));
        if (!list.leftOut.isEmpty()) warnings.add(setting + ": left out, since Java does not have it: " + String.join(", ", list.leftOut));
        return list.chosen.stream().map(CipherNames.upTo12()::get).toList();
    }

    /** Java's names for TLS 1.3; null to leave the choice to Java. */
    static List<String> of13(String setting, String text) throws TlsProblem {
        if (text == null || text.isBlank()) return null;
        List<String> chosen = new ArrayList<>();
        for (String part : text.split("[:, ]+")) {
            if (!CipherNames.of13().containsKey(part))
                throw new TlsProblem(setting + ": failed to set the TLSv1.3 cipher suites: \"" + part + "\" is not one of " + String.join(", ", CipherNames.of13().keySet()));
            chosen.add(part);
        }
        return chosen;
    }

    private void apply(String part) throws TlsProblem {
        // How strong keys and certificates must be, and an order by strength: Java's own rules hold.
        if (part.startsWith("@")) return;
        char action = part.charAt(0);
        boolean prefixed = action == '!' || action == '-' || action == '+';
        Set<String> meant = meant(prefixed ? part.substring(1) : part);
        switch (action) {
            case '!' -> {
                chosen.removeAll(meant);
                banned.addAll(meant);
            }
            case '-' -> chosen.removeAll(meant);
            case '+' -> {
                List<String> moved = chosen.stream().filter(meant::contains).toList();
                moved.forEach(chosen::remove);
                chosen.addAll(moved);
            }
            default -> {
                meant.removeAll(banned);
                chosen.addAll(meant);
            }
        }
    }

    private Set<String> meant(String text) throws TlsProblem {
        if (CipherNames.upTo12().containsKey(text)) return new LinkedHashSet<>(Set.of(text));
        if (NAME.matcher(text).matches() && !CLASSES.containsKey(text)) {
            if (!EMPTY.contains(text)) leftOut.add(text);
            return new LinkedHashSet<>();
        }
        Predicate<String> all = name -> true;
        for (String word : text.split("\\+")) all = all.and(known(word, text));
        return CipherNames.upTo12().keySet().stream().filter(all).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Predicate<String> known(String word, String whole) throws TlsProblem {
        if (EMPTY.contains(word)) return name -> false;
        // PgBouncer's own keywords count in any case.
        Predicate<String> known = CLASSES.get(word.equalsIgnoreCase("all") ? "ALL" : word);
        if (known != null) return known;
        throw new TlsProblem(setting + ": \"" + whole + "\" is no cipher that Java has; it has " + String.join(", ", CipherNames.upTo12().keySet())
                + ", and knows OpenSSL's classes such as HIGH, ECDHE+AESGCM and !RSA");
    }

    private static boolean plainRsa(String name) {
        return name.startsWith("AES") || name.startsWith("DES-CBC3");
    }
}
