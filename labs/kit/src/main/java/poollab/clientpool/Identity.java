package poollab.clientpool;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * As whom connections are opened, where the connection text alone does not say. It divides the pools, in SqlClient's
 * manner and under its rules of sameness:
 *
 * <table>
 *   <caption>What an identity divides</caption>
 *   <tr><th>identity</th><th>is the same when</th><th>another one makes</th></tr>
 *   <tr><td>{@link Credential}</td><td>it is the same object</td><td>another pool group</td></tr>
 *   <tr><td>{@link AccessToken}</td><td>the token's text is equal</td><td>another pool group</td></tr>
 *   <tr><td>{@link TokenCallback}</td><td>it is the same object</td><td>another pool group</td></tr>
 *   <tr><td>{@link Integrated}</td><td>the name is equal</td><td>another pool in the same group</td></tr>
 * </table>
 *
 * Source: the first three are part of a group's key in SqlClient's SqlConnectionPoolKey.Equals; the last is the key of a
 * pool inside its group in DbConnectionPoolGroup.GetConnectionPool, used with integrated security alone
 * (DbConnectionPoolIdentity compares the account's SID). Microsoft's documentation of the counters calls a group "a
 * unique connection string"; in the code it is the string with credential, token and callback.
 */
public sealed interface Identity {
    /** The text says who logs in: one group, one pool. */
    Identity OF_TEXT = new OfText();

    /**
     * What the login gets beside the text.
     *
     * @param sqlServer whether the driver is SQL Server's, which has a property of its own for tokens
     * @throws SQLException a callback could not get a token; it is the failure of the physical open
     */
    void into(Properties login, boolean sqlServer) throws SQLException;

    /** Whether it is a part of its group's key; else it only tells the pools of a group apart. */
    default boolean dividesGroups() {
        return true;
    }

    /** @throws SQLException SQLSTATE 28000: the text names a user or a password itself, and would win unseen */
    default void refuseBeside(String text) throws SQLException {}

    /** See {@link #OF_TEXT}. */
    record OfText() implements Identity {
        @Override
        public void into(Properties login, boolean sqlServer) {}

        @Override
        public boolean dividesGroups() {
            return false;
        }
    }

    /**
     * User and password. Two objects with the same content are two identities: code that makes one for every open makes a
     * pool for every open.
     */
    final class Credential implements Identity {
        private static final Pattern LOGIN = Pattern.compile("(?i)[?&;]\\s*(?:user|username|password)\\s*=");

        private final String user;
        private final String password;

        public Credential(String user, String password) {
            this.user = Objects.requireNonNull(user, "user");
            this.password = Objects.requireNonNull(password, "password");
        }

        @Override
        public void into(Properties login, boolean sqlServer) {
            login.setProperty("user", user);
            login.setProperty("password", password);
        }

        @Override
        public void refuseBeside(String text) throws SQLException {
            if (LOGIN.matcher(text).find())
                throw new SQLException("A credential and a user or password in the connection text exclude each other.", "28000");
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "credential of " + user;
        }
    }

    /** A token that was got before the open. A renewed one is another text, so it makes another pool. */
    record AccessToken(String token) implements Identity {
        public AccessToken {
            Objects.requireNonNull(token, "token");
        }

        @Override
        public void into(Properties login, boolean sqlServer) {
            login.setProperty(sqlServer ? "accessToken" : "password", token);
        }

        /** Without the token. */
        @Override
        public String toString() {
            return "access token";
        }
    }

    /** Gets a token for each physical open. A renewed token stays in the same pool, as long as the object is kept. */
    final class TokenCallback implements Identity {
        /** Gets a token that is good for a login now. */
        @FunctionalInterface
        public interface Source {
            String token() throws SQLException;
        }

        private final Source source;

        public TokenCallback(Source source) {
            this.source = Objects.requireNonNull(source, "source");
        }

        @Override
        public void into(Properties login, boolean sqlServer) throws SQLException {
            new AccessToken(source.token()).into(login, sqlServer);
        }

        @Override
        public String toString() {
            return "token callback";
        }
    }

    /**
     * The account under which the code runs: nothing but its name is sent, and the server's own means (peer, GSSAPI, SSPI)
     * decide. A web application that impersonates its visitors has a pool for each of them.
     */
    record Integrated(String name) implements Identity {
        public Integrated {
            Objects.requireNonNull(name, "name");
        }

        @Override
        public void into(Properties login, boolean sqlServer) {
            if (sqlServer) login.setProperty("integratedSecurity", "true");
            else login.setProperty("user", name);
        }

        @Override
        public boolean dividesGroups() {
            return false;
        }

        @Override
        public String toString() {
            return "account " + name;
        }
    }
}
