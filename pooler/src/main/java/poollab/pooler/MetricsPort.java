package poollab.pooler;

import java.util.function.Supplier;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.log.Log;
import poollab.pooler.metrics.MetricsServer;

/** The port for Prometheus, if there shall be one. */
final class MetricsPort implements AutoCloseable {
    private final Log log;
    private final Supplier<String> text;
    private MetricsServer server;

    /** @param text what is answered; called in other threads than the loop's */
    MetricsPort(Log log, Supplier<String> text) {
        this.log = log;
        this.text = text;
    }

    /** Takes the port; nobody is answered yet. */
    void open(Settings settings) throws PoolerException {
        int port = settings.number(Key.METRICS_PORT);
        if (port == 0) return;
        // With so_reuseport both would get it, and a client half of its connections refused.
        if (port == settings.number(Key.LISTEN_PORT) && !settings.list(Key.LISTEN_ADDR).isEmpty())
            throw new PoolerException("metrics_port and listen_port are both " + port + ": set another metrics_port");
        String address = settings.text(Key.METRICS_ADDR);
        server = new MetricsServer(TcpPort.open(settings, address, port, Key.METRICS_ADDR, Key.METRICS_PORT), text, log::error);
        log.info("metrics on http://" + address + ":" + port + "/metrics");
    }

    void serve() {
        if (server != null) server.start();
    }

    void tick() {
        if (server != null) server.tick();
    }

    @Override
    public void close() {
        if (server != null) server.close();
    }
}
