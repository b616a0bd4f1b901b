package poollab.pooler.ldap;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.directory.SearchControls;

/**
 * Where a user is looked for, and as whom he logs in: the options of a line in {@code pg_hba.conf}, or of
 * {@code auth_ldap_options}. Either {@code prefix} and {@code suffix} make a name of the user's, or he is searched for below
 * {@code baseDn}.
 *
 * @param scheme ldap or ldaps
 * @param servers at least one, tried in this order
 * @param port 1..65535; 389 or 636 by default
 * @param startTls whether {@code ldap} is encrypted before anything is said
 * @param baseDn null for the direct way
 * @param bindDn as whom to search; empty for anonymous
 * @param filter of the search; {@code $username} stands for the user
 * @param scope one of {@link SearchControls}'
 */
public record LdapOptions(String scheme, List<String> servers, int port, boolean startTls, String prefix, String suffix,
        String baseDn, String bindDn, String bindPassword, String filter, int scope) {
    private static final Pattern OPTION = Pattern.compile("[\\s,]*(?:\"((?:[^\"]|\"\")*)\"|([^\\s=\"]+))=(?:\"((?:[^\"]|\"\")*)\"|([^\\s,\"]+))");
    private static final Pattern COMMENT = Pattern.compile("[\\s,]+#");
    private static final List<String> NAMES = List.of("ldaptls", "ldapscheme", "ldapport", "ldapserver", "ldapbinddn", "ldapsearchattribute",
            "ldapsearchfilter", "ldapbasedn", "ldapbindpasswd", "ldapprefix", "ldapsuffix", "ldapurl");

    /** @throws LdapProblem which option is wrong, and why; without its value where that may be a password */
    public static LdapOptions parse(String text) throws LdapProblem {
        Map<String, String> given = split(text.strip());
        int scope = SearchControls.SUBTREE_SCOPE;
        if (given.containsKey("ldapurl")) scope = addUrl(given);
        String scheme = given.getOrDefault("ldapscheme", "ldap");
        if (!scheme.equals("ldap") && !scheme.equals("ldaps")) throw new LdapProblem("invalid ldapscheme value: \"" + scheme + "\"");
        check(given);
        String servers = given.getOrDefault("ldapserver", "").strip();
        if (servers.isEmpty()) throw new LdapProblem("LDAP server not specified: set ldapserver, or a host in ldapurl");
        String attribute = given.getOrDefault("ldapsearchattribute", "uid");
        return new LdapOptions(scheme, List.of(servers.split("\\s+")), port(given, scheme), "1".equals(given.get("ldaptls")),
                given.getOrDefault("ldapprefix", ""), given.getOrDefault("ldapsuffix", ""), given.get("ldapbasedn"),
                given.getOrDefault("ldapbinddn", ""), given.getOrDefault("ldapbindpasswd", ""),
                parenthesized(given.getOrDefault("ldapsearchfilter", attribute + "=$username")), scope);
    }

    private static Map<String, String> split(String text) throws LdapProblem {
        Map<String, String> given = new LinkedHashMap<>();
        Matcher option = OPTION.matcher(text);
        int at = 0;
        while (at < text.length() && !COMMENT.matcher(text).region(at, text.length()).lookingAt()) {
            if (!option.region(at, text.length()).lookingAt())
                throw new LdapProblem("LDAP options are name=value, with quotes around a value that has blanks or commas; the "
                        + (given.size() + 1) + ". of them is not");
            String name = unquoted(option.group(1), option.group(2));
            if (!NAMES.contains(name)) throw new LdapProblem("invalid LDAP option: \"" + name + "\"");
            given.put(name, unquoted(option.group(3), option.group(4)));
            at = option.end();
        }
        return given;
    }

    private static String unquoted(String quoted, String plain) {
        return quoted == null ? plain : quoted.replace("\"\"", "\"");
    }

    /** The direct way and the search do not mix. */
    private static void check(Map<String, String> given) throws LdapProblem {
        boolean direct = given.containsKey("ldapprefix") || given.containsKey("ldapsuffix");
        boolean search = List.of("ldapbasedn", "ldapbinddn", "ldapbindpasswd", "ldapsearchattribute", "ldapsearchfilter").stream().anyMatch(given::containsKey);
        if (direct && search) throw new LdapProblem("cannot mix options for simple bind and search+bind modes");
        if (!direct && !given.containsKey("ldapbasedn"))
            throw new LdapProblem("authentication method \"ldap\" requires argument \"ldapbasedn\", \"ldapprefix\", or \"ldapsuffix\" to be set");
        if (given.containsKey("ldapsearchattribute") && given.containsKey("ldapsearchfilter"))
            throw new LdapProblem("cannot use ldapsearchattribute together with ldapsearchfilter");
    }

    private static int port(Map<String, String> given, String scheme) throws LdapProblem {
        String text = given.get("ldapport");
        if (text == null) return scheme.equals("ldaps") ? 636 : 389;
        if (text.matches("\\d{1,5}") && Integer.parseInt(text) > 0 && Integer.parseInt(text) < 65_536) return Integer.parseInt(text);
        throw new LdapProblem("invalid LDAP port number: \"" + text + "\"");
    }

    private static String parenthesized(String filter) {
        return filter.startsWith("(") ? filter : "(" + filter + ")";
    }

    /** {@code scheme://host:port/basedn?attribute?scope?filter}. @return the scope */
    private static int addUrl(Map<String, String> given) throws LdapProblem {
        String text = given.remove("ldapurl");
        String[] parts = text.split("\\?", 4);
        URI place;
        try {
            place = new URI(parts[0]);
        } catch (URISyntaxException e) {
            throw new LdapProblem("could not parse LDAP URL \"" + text + "\": " + e.getReason());
        }
        if (!"ldap".equals(place.getScheme()) && !"ldaps".equals(place.getScheme())) throw new LdapProblem("unsupported LDAP URL scheme: " + place.getScheme());
        given.put("ldapscheme", place.getScheme());
        if (place.getHost() != null) given.put("ldapserver", place.getHost());
        if (place.getPort() > 0) given.put("ldapport", String.valueOf(place.getPort()));
        if (place.getPath() != null && place.getPath().length() > 1) given.put("ldapbasedn", place.getPath().substring(1));
        if (parts.length > 1 && !parts[1].isEmpty()) given.put("ldapsearchattribute", parts[1].split(",")[0]);
        if (parts.length > 3 && !parts[3].isEmpty()) given.put("ldapsearchfilter", parts[3]);
        return switch (parts.length > 2 ? parts[2] : "") {
            case "", "base" -> SearchControls.OBJECT_SCOPE;
            case "one" -> SearchControls.ONELEVEL_SCOPE;
            case "sub" -> SearchControls.SUBTREE_SCOPE;
            default -> throw new LdapProblem("could not parse LDAP URL \"" + text + "\": its scope is base, one or sub");
        };
    }

    /** Tells no password. */
    @Override
    public String toString() {
        return scheme + "://" + String.join(",", servers) + ":" + port;
    }
}
