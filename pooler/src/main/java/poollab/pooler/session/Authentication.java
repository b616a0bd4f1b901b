package poollab.pooler.session;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Consumer;
import poollab.pooler.auth.AuthFailure;
import poollab.pooler.auth.Md5;
import poollab.pooler.auth.ScramKeys;
import poollab.pooler.auth.ScramServer;
import poollab.pooler.auth.Secret;
import poollab.pooler.auth.hba.Login;
import poollab.pooler.auth.hba.Rule;
import poollab.pooler.config.AuthType;
import poollab.pooler.config.Key;
import poollab.pooler.ldap.Directory;
import poollab.pooler.ldap.LdapOptions;
import poollab.pooler.ldap.LdapProblem;
import poollab.pooler.log.Log.Level;
import poollab.pooler.tls.CertificateNames;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/** How a client proves who it is: nothing, a password, MD5, SCRAM, its certificate, its user on this machine or an LDAP directory. A pretended one goes the same way and fails. */
final class Authentication {
    private final Client client;
    private final Core core;
    private final String databaseName;
    private final Credentials credentials;
    /** What the client's answer is held against; a reload or another's login may change the credentials meanwhile. */
    private final Secret secret;
    private final boolean pretending;
    private final Runnable success;
    /** Takes the password that a directory has found to be right. */
    private final Consumer<String> confirmed;
    private AuthType method;
    private byte[] salt;
    private ScramServer scram;
    private boolean challenged;
    private LdapOptions directory;
    private boolean asking;

    Authentication(Client client, String databaseName, Credentials credentials, boolean pretending, Runnable success, Consumer<String> confirmed) {
        this.client = client;
        core = client.core;
        this.databaseName = databaseName;
        this.credentials = credentials;
        secret = credentials.secret;
        this.pretending = pretending;
        this.success = success;
        this.confirmed = confirmed;
    }

    /** Whether a user of this name has to be known to a directory, and so to nobody else. */
    static boolean usesDirectory(Client client, String databaseName, String userName) {
        AuthType method = client.core.settings().authType();
        return method == AuthType.LDAP || method == AuthType.HBA && rule(client, databaseName, userName).filter(rule -> rule.method() == AuthType.LDAP).isPresent();
    }

    /** Asks for the proof, or sees at once. */
    void begin() {
        method = core.settings().authType();
        Rule rule = null;
        if (method == AuthType.HBA) {
            rule = rule(client, databaseName, client.user.name).orElse(null);
            if (rule == null) {
                client.disconnect(true, "no authentication method is found");
                return;
            }
            method = rule.method();
        }
        if (method == AuthType.MD5 && secret instanceof Secret.Scram) method = AuthType.SCRAM_SHA_256;
        switch (method) {
            case ANY -> success.run();
            case TRUST -> {
                if (pretending) client.disconnect(true, "\"trust\" authentication failed");
                else success.run();
            }
            case CERT -> certificate(rule);
            case PLAIN -> client.send(new Out().begin('R').i32(Wire.AUTH_CLEARTEXT).end());
            case MD5 -> {
                salt = new byte[4];
                core.random.nextBytes(salt);
                client.send(new Out().begin('R').i32(Wire.AUTH_MD5).raw(salt).end());
            }
            case SCRAM_SHA_256 -> client.send(new Out().begin('R').i32(Wire.AUTH_SASL).text(Wire.SCRAM_SHA_256).u8(0).end());
            case PEER -> {
                if (isPeer(rule)) success.run();
                else client.disconnect(true, "unix socket login rejected");
            }
            case LDAP -> {
                directory = rule != null ? rule.ldap().orElse(null) : directoryOfSettings();
                if (!client.isClosed()) client.send(new Out().begin('R').i32(Wire.AUTH_CLEARTEXT).end());
            }
            default -> client.disconnect(true, "login rejected");
        }
    }

    private static Optional<Rule> rule(Client client, String databaseName, String userName) {
        boolean physical = client.replication == Replication.PHYSICAL;
        return client.core.hba.rule(new Login(client.core.addresses.inet(client), client.tls() != null, physical, databaseName, userName));
    }

    /** Whether somebody else is being asked, and the client has to wait. */
    boolean isAsking() {
        return asking;
    }

    /** Whether the operating system says that he is who he says. */
    private boolean isPeer(Rule rule) {
        String systemUser = core.addresses.unixUser(client);
        if (systemUser == null || pretending) return false;
        if (rule.map().isEmpty()) return systemUser.equals(client.user.name);
        if (rule.map().get().allows(systemUser::equals, client.user.name)) return true;
        core.log(Level.ERROR, client, "ident map " + rule.map().get().name() + " cannot be matched");
        return false;
    }

    void answer(ByteBuffer in, int from, int to) {
        if (method == AuthType.SCRAM_SHA_256) sasl(in, from, to);
        else password(in, from, to);
    }

    private void certificate(Rule rule) {
        X509Certificate certificate = client.tls() == null ? null : client.tls().peerCertificate();
        if (client.tls() == null) core.log(Level.ERROR, client, "TLS connection required");
        else if (certificate == null) core.log(Level.ERROR, client, "TLS client certificate required");
        else if (!isOwner(certificate, rule)) core.log(Level.ERROR, client, "TLS certificate name mismatch");
        else if (!pretending) {
            success.run();
            return;
        }
        client.disconnect(true, "certificate authentication failed");
    }

    private boolean isOwner(X509Certificate certificate, Rule rule) {
        if (rule == null || rule.map().isEmpty()) return CertificateNames.hasUser(certificate, client.user.name);
        return rule.map().get().allows(name -> CertificateNames.hasUser(certificate, name), client.user.name);
    }

    private void password(ByteBuffer in, int from, int to) {
        int end = Wire.stringEnd(in, from, to);
        if (end < 0) {
            client.disconnect(true, "bad packet");
            return;
        }
        String given = Wire.text(in, from, end);
        if (given.isEmpty()) {
            client.disconnect(true, "empty password returned by client");
            return;
        }
        if (method == AuthType.LDAP) {
            ask(given);
            return;
        }
        String name = client.user.name;
        boolean right = method == AuthType.MD5
                ? Md5.matches(secret, name, salt, given)
                : secret.accepts(name, given);
        if (right && !pretending) success.run();
        else client.disconnect(true, "password authentication failed");
    }

    private LdapOptions directoryOfSettings() {
        String options = core.settings().text(Key.AUTH_LDAP_OPTIONS);
        if (options == null || options.isEmpty()) {
            client.disconnect(true, "auth_ldap_options is null");
            return null;
        }
        try {
            return LdapOptions.parse(options);
        } catch (LdapProblem e) {
            core.log(Level.WARNING, client, "auth_ldap_options: " + e.getMessage());
            return null;
        }
    }

    /** A directory may take seconds to answer, so it is not asked in the loop. */
    private void ask(String password) {
        if (directory == null) {
            client.disconnect(true, "LDAP authentication failed");
            return;
        }
        asking = true;
        LdapOptions options = directory;
        String name = client.user.name;
        Thread.ofVirtual().name("ldap " + name).start(() -> {
            Optional<String> problem = Optional.empty();
            try {
                new Directory(options).check(name, password);
            } catch (LdapProblem e) {
                problem = Optional.of(e.getMessage());
            } catch (RuntimeException e) {
                // What Java's LDAP client makes of a server's odd name is not always a NamingException.
                problem = Optional.of("could not ask " + options + ": " + e);
            } catch (InterruptedException e) {
                problem = Optional.of("interrupted");
            }
            Optional<String> answer = problem;
            core.loop.execute(() -> answered(answer, password));
        });
    }

    private void answered(Optional<String> problem, String password) {
        asking = false;
        problem.ifPresent(text -> core.log(Level.WARNING, client, text));
        if (client.isClosed()) return;
        if (problem.isPresent()) client.disconnect(true, "LDAP authentication failed");
        else confirmed.accept(password);
    }

    private void sasl(ByteBuffer in, int from, int to) {
        try {
            if (!challenged) {
                byte[] first = firstMessage(in, from, to);
                if (first == null) return;
                scram = new ScramServer(pretending ? null : secret, client.user.name,
                        core.settings().number(Key.SCRAM_ITERATIONS), core.random, core.mockSeed);
                client.send(new Out().begin('R').i32(Wire.AUTH_SASL_CONTINUE).raw(scram.challenge(first)).end());
                challenged = true;
                return;
            }
            byte[] last = scram.verify(Wire.bytes(in, from, to));
            client.send(new Out().begin('R').i32(Wire.AUTH_SASL_FINAL).raw(last).end());
            scram.keys().ifPresent(this::keep);
            success.run();
        } catch (AuthFailure e) {
            core.log(Level.ERROR, client, "SCRAM authentication failed: " + e.getMessage());
            client.disconnect(true, "SASL authentication failed");
        }
    }

    /**
     * The keys open what has this very verifier, and are this user's: a forced user's logins get them only where both are
     * the same. PgBouncer gives them to any forced user, whose logins then fail.
     */
    private void keep(ScramKeys keys) {
        if (credentials.secret.equals(secret)) credentials.scramKeys = keys;
        Credentials forced = client.database == null ? null : client.database.forced;
        if (forced != null && forced.user == credentials.user && forced.secret.equals(secret)) forced.scramKeys = keys;
    }

    private byte[] firstMessage(ByteBuffer in, int from, int to) throws AuthFailure {
        int end = Wire.stringEnd(in, from, to);
        if (end < 0) {
            client.disconnect(true, "bad packet");
            return null;
        }
        if (!Wire.text(in, from, end).equals(Wire.SCRAM_SHA_256)) {
            client.disconnect(true, "client selected an invalid SASL authentication mechanism");
            return null;
        }
        int bodyAt = end + 5;
        if (bodyAt > to || in.getInt(end + 1) != to - bodyAt) {
            client.disconnect(true, "SASL authentication failed");
            return null;
        }
        return Wire.bytes(in, bodyAt, to);
    }
}
