package poollab.pooler.session;

import java.util.Locale;

/** Whether a connection is for replication. Such a client has a server connection of its own, opened for it and closed after it. */
enum Replication {
    NONE("none", "no"), LOGICAL("logical", "database"), PHYSICAL("physical", "yes");

    /** As the console shows it. */
    final String shown;
    /** As the startup message says it. */
    final String asked;

    Replication(String shown, String asked) {
        this.shown = shown;
        this.asked = asked;
    }

    /** What a startup message asks for, with the words that the server takes for yes and no. What is neither is no. */
    static Replication of(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        if (word.equals("database")) return LOGICAL;
        boolean yes = !word.isEmpty() && ("true".startsWith(word) || "yes".startsWith(word) || word.equals("on") || word.equals("1"));
        return yes ? PHYSICAL : NONE;
    }
}
