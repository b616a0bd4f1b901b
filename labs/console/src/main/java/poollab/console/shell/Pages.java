package poollab.console.shell;

import java.util.List;
import poollab.report.Screen;

/** Shows lines a screenful at a time, where somebody sits in front of one. */
final class Pages {
    /** Rows kept below a page: the question for more; below the last one advice and prompt. */
    private static final int BELOW = 2;
    /** A screen with less room is not worth stopping at. */
    private static final int LEAST = 4;

    private Pages() {}

    /** @param above rows that stand above already and belong to the first page */
    static void show(Shell shell, int above, List<String> lines) {
        Screen screen = shell.screen();
        int rows = shell.place().rows() - BELOW;
        boolean paged = shell.input().interactive() && rows - above >= LEAST;
        int begin = 0;
        for (int room = rows - above; paged && lines.size() - begin > room; room = rows) {
            int end = end(lines, begin, room);
            lines.subList(begin, end).forEach(screen::line);
            begin = end;
            if (!goOn(shell)) return;
        }
        lines.subList(begin, lines.size()).forEach(screen::line);
    }

    /** Where a page ends: between two paragraphs, unless that would leave more than half of it empty. */
    private static int end(List<String> lines, int begin, int room) {
        for (int end = begin + room; end > begin + room / 2; end--) if (lines.get(end - 1).isBlank()) return end;
        return begin + room;
    }

    private static boolean goOn(Shell shell) {
        try {
            String answer = shell.input().read("  … Enter for more ");
            shell.place().eraseLineAbove();
            return answer != null && !answer.strip().startsWith("q");
        } catch (Input.Interrupted e) {
            return false;
        }
    }
}
