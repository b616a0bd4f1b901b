package poollab.console.shell;

import java.util.List;
import poollab.report.Screen;

/** Shows lines a screenful at a time, where somebody sits in front of one. */
final class Pages {
    /** Rows kept for the heading above and the question below. */
    private static final int KEPT = 3;

    private Pages() {}

    static void show(Shell shell, List<String> lines) {
        Screen screen = shell.screen();
        int page = shell.place().rows() - KEPT;
        boolean paged = shell.input().interactive() && page > 3 && lines.size() > page;
        for (int i = 0; i < lines.size(); i++) {
            if (paged && i > 0 && i % page == 0 && !goOn(shell)) return;
            screen.line(lines.get(i));
        }
    }

    private static boolean goOn(Shell shell) {
        try {
            String answer = shell.input().read("  … Enter for more ");
            return answer != null && !answer.strip().startsWith("q");
        } catch (Input.Interrupted e) {
            return false;
        }
    }
}
