package poollab.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import poollab.engine.EngineKind;
import poollab.engine.Folders;
import poollab.engine.Login;
import poollab.engine.Server;
import poollab.engine.Session;

/** A test double: a server that nobody talks to. */
final class StubServer implements Server {
    @Override
    public String product() {
        return "PostgreSQL 18.0";
    }

    @Override
    public EngineKind kind() {
        return EngineKind.EMBEDDED;
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return 5432;
    }

    @Override
    public String database() {
        return "bookstore";
    }

    @Override
    public Login application() {
        return new Login("bookstore", "secret");
    }

    @Override
    public Login observer() {
        return new Login("observer", "secret");
    }

    @Override
    public String url() {
        return "jdbc:postgresql://127.0.0.1:5432/bookstore";
    }

    @Override
    public Connection observe() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path folder() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Folders folders() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration readyAfter() {
        return Duration.ofMillis(212);
    }

    @Override
    public List<Session> sessions(Connection observer) {
        return List.of();
    }

    @Override
    public void restart(Map<String, String> settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stop() {}

    @Override
    public void kill() {}

    @Override
    public void close() {}
}
