package poollab.pooler.tls;

import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The versions of TLS that a setting allows. */
final class Protocols {
    private static final Set<String> ALL = Set.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

    private Protocols() {}

    /** Java's names, oldest first. */
    static List<String> read(String setting, String text) throws TlsProblem {
        Set<String> allowed = new TreeSet<>();
        for (String part : (text == null ? "all" : text).split("[,:]")) {
            String name = part.strip().toLowerCase(Locale.ROOT);
            boolean not = name.startsWith("!");
            if (not && allowed.isEmpty()) allowed.addAll(ALL);
            Set<String> meant = switch (not ? name.substring(1) : name) {
                case "all", "legacy" -> ALL;
                case "secure", "default" -> Set.of("TLSv1.2", "TLSv1.3");
                case "tlsv1" -> Set.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");
                case "tlsv1.0" -> Set.of("TLSv1");
                case "tlsv1.1" -> Set.of("TLSv1.1");
                case "tlsv1.2" -> Set.of("TLSv1.2");
                case "tlsv1.3" -> Set.of("TLSv1.3");
                default -> throw new TlsProblem(setting + ": \"" + part + "\" is no version of TLS");
            };
            if (not) allowed.removeAll(meant);
            else allowed.addAll(meant);
        }
        if (allowed.isEmpty()) throw new TlsProblem(setting + ": \"" + text + "\" leaves no version of TLS");
        return List.copyOf(allowed);
    }

    /** Those that Java's own rules forbid whatever the settings say. */
    static List<String> turnedOff(List<String> protocols) {
        String rules = Security.getProperty("jdk.tls.disabledAlgorithms");
        List<String> off = new ArrayList<>();
        for (String rule : rules == null ? new String[0] : rules.split(","))
            if (protocols.contains(rule.strip())) off.add(rule.strip());
        return off;
    }
}
