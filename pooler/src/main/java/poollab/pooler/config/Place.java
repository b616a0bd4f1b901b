package poollab.pooler.config;

/** A line of an ini file, counted from 1. */
record Place(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
