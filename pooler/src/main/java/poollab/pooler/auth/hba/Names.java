package poollab.pooler.auth.hba;

import java.util.Set;

/**
 * The databases, or the users, that a rule is for.
 *
 * @param sameOther whether a database's name may be the user's, or the other way round
 * @param replication whether the rule is for physical replication too; no name and no {@code all} says that
 */
record Names(boolean all, boolean sameOther, boolean replication, Set<String> names) {
    Names {
        names = Set.copyOf(names);
    }

    /** @param other the user's name when this is about databases, the database's when it is about users */
    boolean contain(String name, String other) {
        return all || sameOther && name.equals(other) || names.contains(name);
    }
}
