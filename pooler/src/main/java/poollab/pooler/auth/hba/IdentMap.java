package poollab.pooler.auth.hba;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Which names a user of the operating system, or the owner of a certificate, may log in with. */
public record IdentMap(String name, List<Mapping> mappings) {
    /** @param user empty for all of them */
    record Mapping(String systemUser, Optional<String> user) {}

    public IdentMap {
        mappings = List.copyOf(mappings);
    }

    /** @param isSystemUser whether it is who the name says; a certificate may have several names */
    public boolean allows(Predicate<String> isSystemUser, String user) {
        return mappings.stream().anyMatch(mapping ->
                mapping.user.map(user::equals).orElse(true) && isSystemUser.test(mapping.systemUser));
    }
}
