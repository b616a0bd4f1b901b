package poollab.pooler.metrics;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a client of HTTP/1 wants. Header fields have no say here. */
record HttpRequest(String method, String path) {
    private static final Pattern LINE = Pattern.compile("([A-Za-z]+) (\\S+) HTTP/1\\.[0-9]\r?\n.*", Pattern.DOTALL);

    /** Whether the empty line that ends the head has come. */
    static boolean isWhole(ByteBuffer in) {
        int line = 0;
        for (int i = 0; i < in.position(); i++) {
            byte b = in.get(i);
            if (b == '\n' && line == 0 && i > 1) return true;
            if (b == '\n') line = 0;
            else if (b != '\r') line++;
        }
        return false;
    }

    static Optional<HttpRequest> parse(String head) {
        Matcher line = LINE.matcher(head);
        if (!line.matches()) return Optional.empty();
        try {
            String path = new URI(line.group(2)).getPath();
            return Optional.of(new HttpRequest(line.group(1), path == null || path.isEmpty() ? "/" : path));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Whether the method only reads; others may have a body. */
    boolean reads() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
