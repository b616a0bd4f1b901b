package poollab.labs.failover;

/** What happens: the {@code event} knob. */
enum Event {
    /** The server stops in good order and starts again. */
    RESTART,
    /** The server is killed with SIGKILL; a second later somebody starts it, and it recovers. */
    KILL,
    /** The server stops, its standby is promoted, and the two change places. */
    SWITCHOVER,
    /** The server stops behind a pooler, and three probes look. */
    PROBES,
    /** The pooler is killed with SIGKILL, alone and as one of two. */
    POOLER_KILLED,
    /** The server ends idle sessions, and one in a transaction. */
    SESSIONS_ENDED,
    /** Many instances lose their server and come back, without jitter and with it. */
    RECONNECT,
    /** New instances start before the old ones end, directly and behind the pooler. */
    DEPLOY
}
