package poollab.engine;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A role of a database server, or a user of a pooler, and its password. */
public record Login(String role, String password) {
    /**
     * A JDBC URL with everything to log in, the password included.
     *
     * @param url without parameters
     * @param application the name under which the server shows its sessions
     */
    public String at(String url, String application) {
        return url + "?user=" + encoded(role) + "&password=" + encoded(password) + "&ApplicationName=" + encoded(application);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "Login[role=" + role + ", password=…]";
    }
}
