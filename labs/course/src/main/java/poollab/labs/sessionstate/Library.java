package poollab.labs.sessionstate;

import java.sql.Connection;
import java.sql.SQLException;
import poollab.bench.Bench;
import poollab.labs.Sql;

/** A library to be loaded. LOAD is for superusers, so a function of one says it for the application. */
final class Library implements AutoCloseable {
    static final String FUNCTION = "load_auto_explain";
    /** It exists in a session that has loaded the library. */
    static final String SETTING = "auto_explain.log_min_duration";

    private final Connection observer;

    Library(Bench bench) throws SQLException {
        observer = bench.server().observe();
        Sql.run(observer, "create or replace function " + FUNCTION
                + "() returns void language plpgsql security definer as $$ begin load 'auto_explain'; end $$");
    }

    @Override
    public void close() throws SQLException {
        try (observer) {
            Sql.run(observer, "drop function if exists " + FUNCTION + "()");
        }
    }
}
