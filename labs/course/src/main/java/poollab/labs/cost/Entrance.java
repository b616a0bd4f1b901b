package poollab.labs.cost;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import javax.net.ssl.SSLSocketFactory;
import org.postgresql.ssl.NonValidatingFactory;
import poollab.bench.Bench;
import poollab.bench.Unit;
import poollab.clientpool.PhysicalConnector;
import poollab.engine.Server;
import poollab.labs.ConnectionText;
import poollab.labs.Sql;

/** One way in: the server itself, a pooler before it, the server over TLS. */
final class Entrance {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final Server server;
    private final int port;
    private final boolean tls;
    private final List<RawLogin.Phases> logins = new ArrayList<>();
    private final Times opens = new Times();
    private final Set<String> backends = new HashSet<>();

    Entrance(String name, Server server, int port, boolean tls) {
        this.name = name;
        this.server = server;
        this.port = port;
        this.tls = tls;
    }

    /** Logs in over a bare socket. A socket factory each time: no TLS session is resumed. */
    void logIn(boolean counts) throws IOException, GeneralSecurityException {
        // As sslmode=require does: encrypted, without asking who is there.
        SSLSocketFactory factory = tls ? new NonValidatingFactory(null) : null;
        var login = new RawLogin(server.host(), port, server.database(), server.application(), factory);
        RawLogin.Phases phases = login.time();
        if (counts) logins.add(phases);
    }

    /** The whole of it, as an application meets it: through the JDBC driver. */
    void open(boolean counts) throws SQLException {
        long begin = System.nanoTime();
        try (Connection connection = PhysicalConnector.DRIVER.connect(text(), PATIENCE)) {
            double took = (System.nanoTime() - begin) / 1e6;
            if (!counts) return;
            opens.add(took);
            backends.add(Sql.text(connection, "select pg_backend_pid()"));
        }
    }

    String text() {
        String url = "jdbc:postgresql://" + server.host() + ":" + port + "/" + server.database();
        return ConnectionText.to(url, server.application()).with("ApplicationName", "bookstore login")
                .with("sslmode", tls ? "require" : "disable").with("gssEncMode", "disable").toString();
    }

    double opening() {
        return opens.median();
    }

    /** The figures {@code NAME.tcp}, {@code NAME.process} and so on. */
    void record(Bench bench) {
        phase(bench, "tcp", "TCP", RawLogin.Phases::tcp);
        phase(bench, "process", "a process for it", RawLogin.Phases::process);
        if (tls) phase(bench, "tls", "TLS handshake", RawLogin.Phases::tls);
        phase(bench, "exchange", "messages of the authentication", RawLogin.Phases::exchange);
        phase(bench, "hash", "hashing the password in the client", RawLogin.Phases::hash);
        phase(bench, "session", "checking it, setting the session up", RawLogin.Phases::session);
        phase(bench, "total", "the whole login", RawLogin.Phases::total);
        bench.figureOf(name, "open", "opening with the JDBC driver", opens.median(), Unit.MILLISECONDS);
        bench.figureOf(name, "logins", "logins with it", opens.count(), Unit.COUNT);
        bench.figureOf(name, "backends", "backends that served them", backends.size(), Unit.COUNT);
    }

    private void phase(Bench bench, String id, String title, ToDoubleFunction<RawLogin.Phases> which) {
        Times times = new Times();
        for (RawLogin.Phases one : logins) times.add(which.applyAsDouble(one));
        bench.figureOf(name, id, title, times.median(), Unit.MILLISECONDS);
    }
}
