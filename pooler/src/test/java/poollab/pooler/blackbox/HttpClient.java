package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;

/** A client of HTTP that says exactly what it is told to, once for each connection. */
final class HttpClient {
    private static final int PATIENCE_MILLIS = 20_000;

    private HttpClient() {}

    /** @param head status line and header fields */
    record Answer(String head, String body) {
        String status() {
            return head.lines().findFirst().orElseThrow();
        }

        Optional<String> field(String name) {
            return head.lines().filter(line -> line.startsWith(name + ": ")).map(line -> line.substring(name.length() + 2)).findFirst();
        }
    }

    static Answer get(int port, String path) {
        return say(port, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** Sends these bytes, and reads until the other side ends the connection. */
    static Answer say(int port, String text) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(text.getBytes(UTF_8));
            byte[] all = socket.getInputStream().readAllBytes();
            String[] parts = new String(all, UTF_8).split("\r\n\r\n", 2);
            Answer answer = new Answer(parts[0], parts.length == 2 ? parts[1] : "");
            int length = answer.field("Content-Length").map(Integer::valueOf).orElseThrow(() -> new AssertionError(Arrays.toString(parts)));
            if (!answer.body.isEmpty() && answer.body.getBytes(UTF_8).length != length) throw new AssertionError("Content-Length is " + length + ", not so the body of " + answer);
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
