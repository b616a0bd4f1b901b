package poollab.pooler.metrics;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** One request over HTTP/1, its answer, and the end of the connection. */
final class HttpExchange {
    private static final int LARGEST_HEAD = 8 * 1024;
    private static final int MOST_DRAINED = 64 * 1024;
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final SocketChannel client;
    private final Supplier<String> metrics;

    HttpExchange(SocketChannel client, Supplier<String> metrics) {
        this.client = client;
        this.metrics = metrics;
    }

    void run() throws IOException {
        ByteBuffer in = ByteBuffer.allocate(LARGEST_HEAD);
        while (!HttpRequest.isWhole(in)) {
            if (!in.hasRemaining()) {
                answer("431 Request Header Fields Too Large", PLAIN, "The request is too long\n", true);
                drain();
                return;
            }
            if (client.read(in) < 0) return;
        }
        Optional<HttpRequest> request = HttpRequest.parse(new String(in.array(), 0, in.position(), ISO_8859_1));
        if (request.isPresent()) answer(request.get());
        else answer("400 Bad Request", PLAIN, "This is no HTTP/1 request\n", true);
        if (request.isEmpty() || !request.get().reads()) drain();
    }

    private void answer(HttpRequest request) throws IOException {
        boolean whole = !request.method().equals("HEAD");
        boolean metricsWanted = request.path().equals("/metrics");
        if (!metricsWanted && !request.path().equals("/")) answer("404 Not Found", PLAIN, "Nothing is here; metrics are at /metrics\n", whole);
        else if (!request.reads()) answer("405 Method Not Allowed\r\nAllow: GET, HEAD", PLAIN, "Only GET and HEAD are possible\n", whole);
        else if (!metricsWanted) answer("200 OK", PLAIN, "Metrics for Prometheus are at /metrics\n", whole);
        else answerMetrics(whole);
    }

    private void answerMetrics(boolean whole) throws IOException {
        String text;
        try {
            text = metrics.get();
        } catch (IllegalStateException e) {
            answer("503 Service Unavailable", PLAIN, e.getMessage() + "\n", whole);
            return;
        }
        answer("200 OK", Exposition.CONTENT_TYPE, text, whole);
    }

    /** @param whole whether with the body; the head is the same without it */
    private void answer(String status, String type, String text, boolean whole) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nDate: " + DATE.format(ZonedDateTime.now(ZoneOffset.UTC))
                + "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length + "\r\nConnection: close\r\n\r\n";
        write(ByteBuffer.wrap(head.getBytes(ISO_8859_1)));
        if (whole) write(ByteBuffer.wrap(body));
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) client.write(bytes);
    }

    /** What is not read when a socket is closed makes the system take back the answer, too. */
    private void drain() throws IOException {
        client.shutdownOutput();
        ByteBuffer rest = ByteBuffer.allocate(LARGEST_HEAD);
        for (int read = 0, some; read < MOST_DRAINED && (some = client.read(rest.clear())) >= 0; ) read += some;
    }
}
