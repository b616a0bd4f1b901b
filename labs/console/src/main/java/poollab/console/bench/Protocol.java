package poollab.console.bench;

/** How a query reaches the server. */
enum Protocol {
    /** One message with the text. */
    SIMPLE,
    /** Parse, bind and execute, each time. */
    EXTENDED,
    /** Parsed once by a name, which the pooler must carry from server to server. */
    PREPARED;

    /** As pgbench spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
