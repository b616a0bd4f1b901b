package poollab.labs.monitoring;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import poollab.monitoring.Sample;
import poollab.monitoring.TextFormat;

/** The bundled pooler's own metrics, as Prometheus would ask for them. */
final class PoolerEndpoint implements Target {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final HttpRequest request;

    PoolerEndpoint(int port) {
        request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).timeout(PATIENCE).build();
    }

    @Override
    public String job() {
        return "pooler";
    }

    @Override
    public List<Sample> scrape() throws Exception {
        return TextFormat.read(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
