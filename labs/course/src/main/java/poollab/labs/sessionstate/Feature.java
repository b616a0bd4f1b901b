package poollab.labs.sessionstate;

import java.io.IOException;
import java.util.function.Predicate;

/** What sessions remember: how it is begun, and how anybody sees whether it is there. */
enum Feature {
    SET("SET", "set statement_timeout = '7777ms'", "show statement_timeout", shows("7777ms")),
    /** For one transaction: it must be there in it, and gone behind it. */
    SET_LOCAL("SET LOCAL", "set local statement_timeout = '7777ms'", "show statement_timeout", shows("7777ms")),
    /** Set and, later, reset: A must have the default again, and so must B. */
    RESET("RESET", "set statement_timeout = '7777ms'", "show statement_timeout", shows("7777ms")),
    LISTEN("LISTEN/NOTIFY", "listen news", "notify news, 'look'", answer -> answer.heard().contains("look")),
    HOLD_CURSOR("WITH HOLD cursor", "declare pages cursor with hold for select 'page' from generate_series(1, 9)",
            "fetch 1 from pages", shows("page")),
    SQL_PREPARE("SQL PREPARE", "prepare greeting as select 'hello'", "execute greeting", shows("hello")),
    ADVISORY_LOCK("session advisory lock", "select pg_advisory_lock(8)",
            "select exists (select from pg_locks where locktype = 'advisory' and objid = 8 and pid = pg_backend_pid())", shows("t")),
    TEMP_TABLE("temp table", "create temp table cart as select 'book' as item", "select item from cart", shows("book")),
    TEMP_ON_COMMIT_DROP("temp table ON COMMIT DROP", "create temp table cart on commit drop as select 'book' as item",
            "select item from cart", shows("book")),
    LOAD("LOAD", "select " + Library.FUNCTION + "()", "show " + Library.SETTING, answer -> !answer.failed()),
    SEARCH_PATH("search_path", "set search_path = tenant_7", "show search_path", shows("tenant_7")),
    APPLICATION_NAME("application_name", "set application_name = 'warehouse'", "show application_name", shows("warehouse")),
    TIME_ZONE("TimeZone", "set timezone = 'Asia/Tokyo'", "show timezone", shows("Asia/Tokyo"));

    final String title;
    private final String use;
    private final String look;
    private final Predicate<Answer> there;

    Feature(String title, String use, String look, Predicate<Answer> there) {
        this.title = title;
        this.use = use;
        this.look = look;
        this.there = there;
    }

    /** Whether it is meant to live for one transaction only. */
    boolean local() {
        return this == SET_LOCAL || this == TEMP_ON_COMMIT_DROP;
    }

    /** Whether every pooler follows it: servers of any version report its values. */
    boolean followed() {
        return this == APPLICATION_NAME || this == TIME_ZONE;
    }

    /** Whether it belongs to the session, and no pooler follows it. */
    boolean own() {
        return !local() && !followed() && this != SEARCH_PATH;
    }

    /** @return the backend, or the error */
    Answer begin(Client client) throws IOException {
        if (local()) {
            Answer begun = client.ask("begin");
            if (begun.failed()) return begun;
        }
        return client.ask("select pg_backend_pid(); " + use);
    }

    Look look(Client client) throws IOException {
        String backend = client.backend();
        return new Look(backend, there.test(client.ask(look)));
    }

    /** As the one who began it, and who has reset by now what is to be reset. */
    Look lookAgain(Client client) throws IOException {
        if (this == RESET) client.ask("reset statement_timeout");
        Look look = look(client);
        return this == RESET ? new Look(look.backend(), !look.there()) : look;
    }

    /** @param there whether it was seen there */
    record Look(String backend, boolean there) {}

    private static Predicate<Answer> shows(String value) {
        return answer -> answer.last().equals(value);
    }
}
