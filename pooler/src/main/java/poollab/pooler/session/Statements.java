package poollab.pooler.session;

import java.util.HashMap;
import java.util.Map;

/** All prepared statements that some client or server knows. */
final class Statements {
    private final Map<Statement, Statement> all = new HashMap<>();
    private long last;

    /** The statement with this text and these parameter types; one more use of it. */
    Statement use(byte[] body) {
        Statement fresh = new Statement(body, last + 1);
        Statement known = all.putIfAbsent(fresh, fresh);
        if (known == null) {
            last++;
            known = fresh;
        }
        known.uses++;
        return known;
    }

    void release(Statement statement) {
        if (--statement.uses == 0) all.remove(statement);
    }

    int size() {
        return all.size();
    }
}
