package poollab.labs.fragmentation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import poollab.engine.Login;
import poollab.labs.ConnectionText;

/** How the application writes its connection string: the {@code string} knob. */
enum Writing {
    /** With the tenant's number in ApplicationName, to see it on the server. */
    PER_TENANT,
    /** One text for all. The tenant travels inside the transaction. */
    CANONICAL,
    /** The same settings for all, but put together in a different order now and then. */
    SHUFFLED_KEYS;

    private static final String APPLICATION = "bookstore web";

    /**
     * The text for each request, by its number.
     *
     * @param tenants request n belongs to tenant n modulo this
     */
    IntFunction<String> texts(String url, Login login, int tenants, long seed) {
        return switch (this) {
            case CANONICAL -> {
                // tag::canonical[]
                String text = ConnectionText.to(url, login).with("ApplicationName", APPLICATION).toString();
                yield request -> text;
                // end::canonical[]
            }
            // tag::per-tenant[]
            case PER_TENANT -> request -> ConnectionText.to(url, login)
                    .with("ApplicationName", APPLICATION + " tenant " + (1 + request % tenants))
                    .toString();
            // end::per-tenant[]
            case SHUFFLED_KEYS -> {
                ConnectionText text = ConnectionText.to(url, login).with("ApplicationName", APPLICATION);
                yield request -> text.inOrder(order(seed + request));
            }
        };
    }

    private static List<Integer> order(long seed) {
        List<Integer> places = new ArrayList<>(List.of(0, 1, 2));
        Collections.shuffle(places, new Random(seed));
        return places;
    }

    /** Whether a session's application name is this application's. */
    static boolean ownName(String application) {
        return application.startsWith(APPLICATION);
    }
}
