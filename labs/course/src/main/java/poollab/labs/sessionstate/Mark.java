package poollab.labs.sessionstate;

import poollab.bench.Words;

/** What became of a feature in a mode. Where two hold, the later one. */
enum Mark {
    /** A has it later, and B does not find it. */
    WORKS,
    /** A does not have it later. */
    LOST,
    /** B finds it, whether A has it or not. */
    LEAKS,
    /** A got an error when it began to use it. */
    REFUSED;

    @Override
    public String toString() {
        return Words.of(this);
    }
}
