package poollab.labs;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import poollab.engine.Login;

/**
 * A JDBC URL whose parameters stand in an order of one's own. A keyed pool knows it by its exact text, so the order
 * matters.
 */
public final class ConnectionText {
    private final String url;
    private final List<String> parameters = new ArrayList<>();

    private ConnectionText(String url) {
        this.url = url;
    }

    /** @param url without parameters */
    public static ConnectionText to(String url, Login login) {
        return new ConnectionText(url).with("user", login.role()).with("password", login.password());
    }

    /** The text with one more parameter at its end. */
    public ConnectionText with(String name, String value) {
        parameters.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
        return this;
    }

    /** The same settings with their parameters in another order: {@code order} lists the old places. */
    public String inOrder(List<Integer> order) {
        return url + "?" + String.join("&", order.stream().map(parameters::get).toList());
    }

    @Override
    public String toString() {
        return url + "?" + String.join("&", parameters);
    }
}
