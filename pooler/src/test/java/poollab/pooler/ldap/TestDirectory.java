package poollab.pooler.ldap;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldif.LDIFException;
import java.net.InetAddress;
import javax.net.ssl.SSLContext;
import poollab.pooler.blackbox.TestKeys;

/** A directory with some people in it, over plain connections, StartTLS and ldaps. */
public final class TestDirectory implements AutoCloseable {
    private final InMemoryDirectoryServer server;

    public TestDirectory() throws LDAPException, LDIFException {
        SSLContext tls = TestKeys.get().server("localhost");
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=net");
        config.addAdditionalBindCredentials("cn=searcher", "searcher-secret");
        InetAddress here = InetAddress.ofLiteral("127.0.0.1");
        config.setListenerConfigs(
                InMemoryListenerConfig.createLDAPConfig("plain", here, 0, tls.getSocketFactory()),
                InMemoryListenerConfig.createLDAPSConfig("tls", here, 0, tls.getServerSocketFactory(), null));
        server = new InMemoryDirectoryServer(config);
        server.add("dn: dc=example,dc=net", "objectClass: domain", "dc: example");
        person("app", "app@example.net", "directory-secret");
        person("newcomer", "newcomer@example.net", "newcomer-secret");
        server.add("dn: ou=others,dc=example,dc=net", "objectClass: organizationalUnit", "ou: others");
        server.add("dn: uid=twin,ou=others,dc=example,dc=net", "objectClass: inetOrgPerson", "uid: twin", "cn: twin", "sn: one", "userPassword: x");
        person("twin", "twin@example.net", "x");
        server.startListening();
    }

    private void person(String name, String mail, String password) throws LDAPException, LDIFException {
        server.add("dn: uid=" + name + ",dc=example,dc=net", "objectClass: inetOrgPerson", "uid: " + name, "cn: " + name, "sn: " + name, "mail: " + mail,
                "userPassword: " + password);
    }

    public int port() {
        return server.getListenPort("plain");
    }

    int tlsPort() {
        return server.getListenPort("tls");
    }

    @Override
    public void close() {
        server.shutDown(true);
    }
}
