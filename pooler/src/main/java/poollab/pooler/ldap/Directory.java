package poollab.pooler.ldap;

import java.io.IOException;
import java.util.Hashtable;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Semaphore;
import javax.naming.AuthenticationException;
import javax.naming.Context;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import javax.naming.ldap.InitialLdapContext;
import javax.naming.ldap.LdapContext;
import javax.naming.ldap.StartTlsRequest;
import javax.naming.ldap.StartTlsResponse;

/** The directory that some options name. Every question blocks for up to some seconds. */
public final class Directory {
    private static final String CONNECT_MILLIS = "3000";
    private static final String READ_MILLIS = "10000";
    /** More questions at once would be an attack on the directory. */
    private static final Semaphore QUESTIONS = new Semaphore(20);

    private final LdapOptions options;
    private final LdapConf conf;

    /**
     * Reads the machine's LDAP configuration.
     *
     * @throws LdapProblem when that names a file that cannot be
     */
    public Directory(LdapOptions options) throws LdapProblem {
        this(options, LdapConf.read(System.getenv()));
    }

    Directory(LdapOptions options, LdapConf conf) {
        this.options = options;
        this.conf = conf;
    }

    /**
     * Logs in as this user.
     *
     * @param password not empty: an LDAP server takes a name without a password for an anonymous login, and says yes
     * @throws LdapProblem when he may not, or it cannot be told
     */
    public void check(String user, String password) throws LdapProblem, InterruptedException {
        if (password.isEmpty()) throw new LdapProblem("an empty password proves nothing");
        QUESTIONS.acquire();
        try {
            String name = options.baseDn() == null ? options.prefix() + user + options.suffix() : find(user);
            bind(name, password).close();
        } finally {
            QUESTIONS.release();
        }
    }

    private String find(String user) throws LdapProblem {
        if (user.matches(".*[*()\\\\/].*")) throw new LdapProblem("invalid character in user name for LDAP authentication");
        String filter = options.filter().replace("$username", user);
        try (Bound searcher = bind(options.bindDn(), options.bindPassword())) {
            SearchControls controls = new SearchControls(options.scope(), 2, Integer.parseInt(READ_MILLIS), new String[] {"1.1"}, false, false);
            NamingEnumeration<SearchResult> found = searcher.context.search(options.baseDn(), filter, controls);
            String name = found.hasMore() ? found.next().getNameInNamespace() : null;
            if (name == null) throw new LdapProblem("LDAP user \"" + user + "\" does not exist: no entry for \"" + filter + "\" on " + options);
            if (found.hasMore()) throw new LdapProblem("LDAP user \"" + user + "\" is not unique: several entries for \"" + filter + "\" on " + options);
            return name;
        } catch (NamingException e) {
            throw new LdapProblem("could not search LDAP for filter \"" + filter + "\" on " + options + ": " + reason(e));
        }
    }

    /** A connection on which somebody has logged in. */
    private record Bound(LdapContext context, StartTlsResponse tls) implements AutoCloseable {
        @Override
        public void close() {
            try {
                if (tls != null) tls.close();
                context.close();
            } catch (IOException | NamingException e) {
                // It has said what was asked.
            }
        }
    }

    private Bound bind(String name, String password) throws LdapProblem {
        LdapContext context = null;
        try {
            if (options.scheme().equals("ldaps")) LdapSockets.offer(conf.sockets());
            if (!options.startTls()) return new Bound(new InitialLdapContext(environment("simple", name, password), null), null);
            context = new InitialLdapContext(environment("none", "", ""), null);
            StartTlsResponse tls = (StartTlsResponse) context.extendedOperation(new StartTlsRequest());
            if (!conf.checks()) tls.setHostnameVerifier((host, session) -> true);
            tls.negotiate(conf.sockets());
            for (Map.Entry<String, String> entry : environment("simple", name, password).entrySet()) context.addToEnvironment(entry.getKey(), entry.getValue());
            context.reconnect(null);
            return new Bound(context, tls);
        } catch (NamingException | IOException e) {
            if (context != null) new Bound(context, null).close();
            throw new LdapProblem(e instanceof AuthenticationException
                    ? "LDAP login failed for user " + name + " on " + options + ": " + reason(e)
                    : "could not ask " + options + ": " + reason(e));
        }
    }

    private Hashtable<String, String> environment(String kind, String name, String password) {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.ldap.LdapCtxFactory");
        StringJoiner urls = new StringJoiner(" ");
        for (String server : options.servers()) urls.add(options.scheme() + "://" + server + ":" + options.port());
        environment.put(Context.PROVIDER_URL, urls.toString());
        environment.put("com.sun.jndi.ldap.connect.timeout", CONNECT_MILLIS);
        environment.put("com.sun.jndi.ldap.read.timeout", READ_MILLIS);
        if (options.scheme().equals("ldaps")) environment.put("java.naming.ldap.factory.socket", LdapSockets.class.getName());
        environment.put(Context.SECURITY_AUTHENTICATION, kind);
        if (kind.equals("none")) return environment;
        environment.put(Context.SECURITY_PRINCIPAL, name);
        environment.put(Context.SECURITY_CREDENTIALS, password);
        return environment;
    }

    /** The innermost cause says most; a directory's diagnostics name no password. */
    private static String reason(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) cause = cause.getCause();
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage().strip();
    }
}
