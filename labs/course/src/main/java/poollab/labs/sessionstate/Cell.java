package poollab.labs.sessionstate;

import java.util.Set;

/**
 * What was measured for one feature in one mode.
 *
 * @param state SQLSTATE that A met when it began, or empty
 * @param kept whether A had it later
 * @param found whether B found it
 * @param first the backend on which A began
 * @param later the one on which A looked later
 * @param searched those on which B looked
 */
record Cell(String state, boolean kept, boolean found, String first, String later, Set<String> searched) {
    static Cell refused(String state) {
        return new Cell(state, false, false, "", "", Set.of());
    }

    Mark mark() {
        if (!state.isEmpty()) return Mark.REFUSED;
        if (found) return Mark.LEAKS;
        return kept ? Mark.WORKS : Mark.LOST;
    }

    boolean moved() {
        return !first.equals(later);
    }

    /** Whether B looked wherever A had been. */
    boolean complete() {
        return searched.contains(first) && searched.contains(later);
    }

    String shown() {
        return mark() == Mark.REFUSED ? mark() + " " + state : mark().toString();
    }
}
