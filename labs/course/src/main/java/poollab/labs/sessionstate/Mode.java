package poollab.labs.sessionstate;

import poollab.bench.Words;

/** When the pooler gives a server connection to another client: when its client leaves, or after each transaction or statement. */
enum Mode {
    SESSION,
    TRANSACTION,
    STATEMENT;

    @Override
    public String toString() {
        return Words.of(this);
    }
}
