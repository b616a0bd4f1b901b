package poollab.pooler.auth.hba;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import poollab.pooler.auth.hba.Line.Broken;
import poollab.pooler.config.AuthType;
import poollab.pooler.ldap.LdapOptions;
import poollab.pooler.ldap.LdapProblem;

/** Reads rules as PgBouncer does: a line that is broken is left out, and the others count. */
final class HbaReader {
    /** By their words; the setting auth_type has others. */
    private static final Map<String, AuthType> METHODS = Map.of(
            "trust", AuthType.TRUST,
            "reject", AuthType.REJECT,
            "md5", AuthType.MD5,
            "password", AuthType.PLAIN,
            "peer", AuthType.PEER,
            "cert", AuthType.CERT,
            "scram-sha-256", AuthType.SCRAM_SHA_256,
            "ldap", AuthType.LDAP);

    private final Path file;
    private final IdentMaps maps;
    private final List<Rule> rules = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    HbaReader(Path file, IdentMaps maps) {
        this.file = file;
        this.maps = maps;
    }

    Hba read(String text) {
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            try {
                rule(new Line(line), number).ifPresent(rules::add);
            } catch (Broken e) {
                if (e.getMessage() != null) warnings.add("hba line " + number + ": " + e.getMessage());
                warnings.add("could not parse hba config line " + number);
            }
        }
        return new Hba(rules, warnings);
    }

    private Optional<Rule> rule(Line line, int number) throws Broken {
        if (line.atEnd()) return Optional.empty();
        String kind = line.word("unknown type");
        Optional<Boolean> tls = switch (kind) {
            case "local", "host" -> Optional.empty();
            case "hostssl" -> Optional.of(true);
            case "hostnossl" -> Optional.of(false);
            default -> throw new Broken("unknown type");
        };
        Names databases = NamesReader.read(line, file, warnings);
        Names users = NamesReader.read(line, file, warnings);
        Rule.Connection connection = kind.equals("local") ? new Rule.Connection.Local() : new Rule.Connection.Host(tls, network(line, number));
        AuthType method = method(line);
        Optional<LdapOptions> ldap = method == AuthType.LDAP ? ldap(line.rest(), number) : Optional.empty();
        Optional<IdentMap> map = line.peek() == null ? Optional.empty() : Optional.of(map(line));
        if (!line.atEnd()) throw new Broken("unsupported parameters");
        return Optional.of(new Rule(number, connection, databases, users, method, map, ldap));
    }

    /** The rule stays when its options are broken, or the next one might let in whom this one keeps out. */
    private Optional<LdapOptions> ldap(String options, int number) {
        try {
            return Optional.of(LdapOptions.parse(options));
        } catch (LdapProblem e) {
            warnings.add("hba line " + number + ": " + e.getMessage() + "; nobody can log in by it");
            return Optional.empty();
        }
    }

    private Network network(Line line, int number) throws Broken {
        if (line.take("all")) return new Network.All();
        String text = line.word("did not find address");
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] base = Network.address(address).orElseThrow(() -> new Broken("failed to parse address - " + address));
        byte[] mask;
        if (slash >= 0) {
            mask = Network.mask(text.substring(slash + 1), base.length).orElseThrow(() -> new Broken("invalid mask"));
        } else {
            String second = line.word("did not find mask");
            mask = Network.address(second).filter(bytes -> bytes.length == base.length)
                    .orElseThrow(() -> new Broken("failed to parse mask: " + second));
        }
        Network.Range range = new Network.Range(base, mask);
        if (range.isEmpty()) warnings.add("address does not match mask in " + file + " line #" + number + ": " + text + ", so nobody comes from there");
        return range;
    }

    private static AuthType method(Line line) throws Broken {
        String word = line.peek();
        if (word == null || !METHODS.containsKey(word)) throw new Broken("unsupported method: " + (word == null ? "none" : word));
        line.take(word);
        return METHODS.get(word);
    }

    private IdentMap map(Line line) throws Broken {
        String option = line.word(null);
        if (!option.startsWith("map=")) throw new Broken("Ident map " + option + " is malformed. It is not in map=value format.");
        String name = option.substring("map=".length());
        IdentMap map = maps.maps().get(name);
        if (map == null) throw new Broken("Ident map " + name + " is not found in ident config file");
        return map;
    }
}
