package poollab.weaver;

/**
 * Something in a text that an author has to mend.
 *
 * @param file relative to the project, with forward slashes
 * @param sentence without a full stop
 */
record Problem(String file, int line, String sentence) implements Comparable<Problem> {
    @Override
    public int compareTo(Problem other) {
        int byFile = file.compareTo(other.file);
        return byFile != 0 ? byFile : Integer.compare(line, other.line);
    }

    /** As compilers write it, so that editors can jump there. */
    @Override
    public String toString() {
        return file + ":" + line + ": " + sentence;
    }
}
