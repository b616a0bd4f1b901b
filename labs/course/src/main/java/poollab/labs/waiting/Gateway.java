package poollab.labs.waiting;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The shop as an HTTP service, the gateway in front of it, and a user's browser: over real sockets of 127.0.0.1. */
final class Gateway implements AutoCloseable {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final int GATEWAY_TIMEOUT = 504;

    private final Duration deadline;
    private final Map<String, Page> pages;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpServer shop;
    private final HttpServer gateway;

    interface Page {
        void render() throws Exception;
    }

    /** @param pages by path, without a slash */
    Gateway(Duration deadline, Map<String, Page> pages) throws IOException {
        this.deadline = deadline;
        this.pages = pages;
        this.shop = serve(this::page);
        this.gateway = serve(this::forward);
    }

    private interface Handler {
        void handle(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private HttpServer serve(Handler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                handler.handle(exchange);
            } catch (InterruptedException e) {
                // The end of the run.
            }
        });
        server.start();
        return server;
    }

    // tag::shop[]
    private void page(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        try {
            pages.get(path.substring(1)).render();
            answer(exchange, OK, "your books");
        } catch (SQLException e) {
            answer(exchange, UNAVAILABLE, Reply.state(e) + " " + Reply.text(e));
        } catch (Exception e) {
            answer(exchange, UNAVAILABLE, e.toString());
        }
    }
    // end::shop[]

    // tag::gateway[]
    private void forward(HttpExchange exchange)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        uri(shop, exchange.getRequestURI().getPath()))
                .timeout(deadline)
                .build();
        try {
            var page = http.send(request, BodyHandlers.ofString());
            answer(exchange, page.statusCode(), page.body());
        } catch (HttpTimeoutException e) {
            answer(exchange, GATEWAY_TIMEOUT, "Gateway Timeout");
        }
    }
    // end::gateway[]

    /** What the user gets. */
    HttpResponse<String> get(String page) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(uri(gateway, "/" + page)).build(), BodyHandlers.ofString());
    }

    private static URI uri(HttpServer server, String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        gateway.stop(0);
        shop.stop(0);
        http.shutdownNow();
        threads.shutdownNow();
    }
}
