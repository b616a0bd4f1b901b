package poollab.bench.pooler;

/**
 * What the admin console says to a command.
 *
 * @param rows without columns where it answers with no table
 * @param notice its notice with the detail, empty where there is none
 * @param tag the word at the end: {@code SHOW}, {@code RELOAD}
 */
public record Answer(Rows rows, String notice, String tag) {}
