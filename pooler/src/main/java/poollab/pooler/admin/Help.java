package poollab.pooler.admin;

/** SHOW HELP. Tools look for PgBouncer's lines, so these are the same. */
final class Help {
    static final String TEXT = lines(
            "",
            "SHOW HELP|CONFIG|DATABASES|POOLS|CLIENTS|SERVERS|USERS|VERSION",
            "SHOW PEERS|PEER_POOLS",
            "SHOW FDS|SOCKETS|ACTIVE_SOCKETS|LISTS|MEM|STATE",
            "SHOW DNS_HOSTS|DNS_ZONES",
            "SHOW STATS|STATS_TOTALS|STATS_AVERAGES|TOTALS",
            "SET key = arg",
            "RELOAD",
            "PAUSE [<db>]",
            "RESUME [<db>]",
            "DISABLE <db>",
            "ENABLE <db>",
            "RECONNECT [<db>]",
            "KILL [<db>]",
            "KILL_CLIENT <client_id>",
            "SUSPEND",
            "SHUTDOWN",
            "SHUTDOWN WAIT_FOR_SERVERS|WAIT_FOR_CLIENTS",
            "WAIT_CLOSE [<db>]");

    private Help() {}

    private static String lines(String... lines) {
        return String.join("\n\t", lines);
    }
}
