package poollab.pooler.tls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import poollab.pooler.config.AuthType;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;

/** TLS to clients and to servers as it is set up now. Other settings, or other files, make another. */
public final class Encryption {
    /** What a client may say it is going to speak inside. */
    private static final String PROTOCOL = "postgresql";

    private final TlsSide clients;
    private final TlsSide servers;
    private final SSLContext accepting;
    private final SSLParameters acceptingParameters;
    /** Made for the first server that wants it: most have no TLS, and Java takes its time to load it. */
    private SSLContext connecting;
    private SSLParameters connectingParameters;
    private final List<String> warnings = new ArrayList<>();

    private Encryption(Settings settings) throws TlsProblem {
        clients = side("client_tls", settings, Key.CLIENT_TLS_SSLMODE);
        if (clients == null) {
            accepting = null;
            acceptingParameters = null;
        } else {
            accepting = clients.context(Trust.of(clients.authorities()));
            acceptingParameters = acceptingParameters(settings);
            warnOfProtocols("client_tls_protocols", clients);
        }
        servers = side("server_tls", settings, Key.SERVER_TLS_SSLMODE);
        if (servers != null) {
            if (servers.mode().atLeast(TlsMode.REQUIRE)) prepareToConnect();
            warnOfProtocols("server_tls_protocols", servers);
        }
    }

    /** @throws TlsProblem when it cannot be had as these settings want it */
    public static Encryption of(Settings settings) throws TlsProblem {
        TlsMode mode = TlsMode.of(settings.text(Key.CLIENT_TLS_SSLMODE));
        String authorities = settings.text(Key.CLIENT_TLS_CA_FILE);
        if (mode != TlsMode.DISABLE && (settings.text(Key.CLIENT_TLS_KEY_FILE) == null || settings.text(Key.CLIENT_TLS_CERT_FILE) == null))
            throw new TlsProblem("client_tls_sslmode = " + settings.text(Key.CLIENT_TLS_SSLMODE) + " needs client_tls_key_file and client_tls_cert_file");
        if (settings.authType() == AuthType.CERT && mode != TlsMode.VERIFY_FULL)
            throw new TlsProblem("auth_type = cert needs client_tls_sslmode = verify-full");
        if (mode == TlsMode.VERIFY_FULL && authorities == null)
            throw new TlsProblem("client_tls_sslmode = verify-full needs client_tls_ca_file");
        return new Encryption(settings);
    }

    private void prepareToConnect() throws TlsProblem {
        connecting = servers.context(Trust.servers(servers.mode(), servers.authorities()));
        connectingParameters = servers.parameters(connecting);
    }

    private TlsSide side(String prefix, Settings settings, Key mode) throws TlsProblem {
        return TlsMode.of(settings.text(mode)) == TlsMode.DISABLE ? null : TlsSide.read(prefix, settings, warnings);
    }

    private SSLParameters acceptingParameters(Settings settings) throws TlsProblem {
        SSLParameters parameters = clients.parameters(accepting);
        parameters.setUseCipherSuitesOrder(true);
        if (clients.mode().atLeast(TlsMode.VERIFY_CA)) parameters.setNeedClientAuth(true);
        // Nobody is asked for a certificate that could not be judged: a client with one for another server would be turned away.
        else parameters.setWantClientAuth(!clients.authorities().isEmpty());
        String[] curves = TlsSide.curves("client_tls_ecdhcurve", settings.text(Key.CLIENT_TLS_ECDHCURVE), accepting);
        if (curves != null) parameters.setNamedGroups(curves);
        if (settings.text(Key.CLIENT_TLS_DHEPARAMS).equals("none"))
            parameters.setCipherSuites(Arrays.stream(parameters.getCipherSuites()).filter(suite -> !suite.startsWith("TLS_DHE_")).toArray(String[]::new));
        return parameters;
    }

    private void warnOfProtocols(String setting, TlsSide side) {
        List<String> off = Protocols.turnedOff(side.protocols());
        if (off.size() == side.protocols().size())
            warnings.add(setting + ": nobody can be spoken to: Java has turned " + String.join(" and ", off) + " off (jdk.tls.disabledAlgorithms in java.security)");
    }

    public List<String> warnings() {
        return warnings;
    }

    // ---- clients

    public TlsMode clientMode() {
        return clients == null ? TlsMode.DISABLE : clients.mode();
    }

    public SSLEngine accept() {
        SSLEngine engine = accepting.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setSSLParameters(acceptingParameters);
        engine.setHandshakeApplicationProtocolSelector((of, offered) -> offered.contains(PROTOCOL) ? PROTOCOL : null);
        return engine;
    }

    // ---- servers

    public TlsMode serverMode() {
        return servers == null ? TlsMode.DISABLE : servers.mode();
    }

    /**
     * @param host the name or address that was configured
     * @throws TlsProblem when this Java cannot do TLS at all
     */
    public SSLEngine connect(String host, int port) throws TlsProblem {
        if (connecting == null) prepareToConnect();
        // With a host Java would keep sessions and tell the server the name: wanted only where the name matters.
        SSLEngine engine = servers.mode() == TlsMode.VERIFY_FULL ? connecting.createSSLEngine(host, port) : connecting.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setSSLParameters(connectingParameters);
        return engine;
    }

    /** Whether connections to servers that were opened under the other one are as they would be now. */
    public boolean sameForServers(Encryption other) {
        return Objects.equals(servers, other.servers);
    }
}
