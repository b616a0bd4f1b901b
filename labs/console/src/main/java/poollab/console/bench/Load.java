package poollab.console.bench;

/** What clients do in a series of rounds. */
enum Load {
    /** Point reads, each one message with the text. */
    SIMPLE("simple"),
    /** Point reads; parse, bind and execute, each time. */
    EXTENDED("extended"),
    /** Point reads, parsed once by a name, which the pooler must carry from server to server. */
    PREPARED("prepared"),
    /** A login with SCRAM before each point read. */
    LOGIN("login"),
    /** The same over TLS 1.3, with a certificate on P-256. */
    TLS("tls");

    /** Logins keep a client busy, not a connection to the server: more clients than these only wait for each other. */
    static final int LOGIN_CLIENTS = 16;

    private final String text;

    Load(String text) {
        this.text = text;
    }

    boolean logsIn() {
        return this == LOGIN || this == TLS;
    }

    /** As on the command line; the point reads as pgbench spells them. */
    @Override
    public String toString() {
        return text;
    }
}
