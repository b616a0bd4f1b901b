package poollab.pooler.auth.hba;

import java.util.Optional;
import poollab.pooler.config.AuthType;
import poollab.pooler.ldap.LdapOptions;

/**
 * One line: for whom it is, and what they must do.
 *
 * @param line its number, from 1
 * @param method never {@link AuthType#ANY}, {@link AuthType#HBA} or {@link AuthType#PAM}
 * @param ldap where to ask for {@code ldap}; without it nobody can log in by such a rule
 * @param map which system users may take which names, for {@code peer} and {@code cert}; without it the names must be equal
 */
public record Rule(int line, Connection connection, Names databases, Names users, AuthType method, Optional<IdentMap> map, Optional<LdapOptions> ldap) {
    /** The kind of connection that a rule is for. */
    sealed interface Connection {
        boolean fits(Login login);

        /** Over the Unix socket. */
        record Local() implements Connection {
            @Override
            public boolean fits(Login login) {
                return login.address() == null;
            }
        }

        /** @param tls which encryption it must or must not have; empty when both will do */
        record Host(Optional<Boolean> tls, Network network) implements Connection {
            @Override
            public boolean fits(Login login) {
                return login.address() != null
                        && tls.map(wanted -> wanted == login.tls()).orElse(true)
                        && network.contains(login.address());
            }
        }
    }

    boolean fits(Login login) {
        return connection.fits(login)
                && (login.physicalReplication() ? databases.replication() : databases.contain(login.database(), login.user()))
                && users.contain(login.user(), login.database());
    }
}
