package poollab.console.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a learner sees first, letter by letter, on narrow and wide terminals and on one that can do nothing. */
class ScreensIT {
    private static final String STORY_AT_40 = """
            Lab 01 leak · connections that never
                          come back
              Request 6 waits three seconds and
              fails. What used up the pool?
              23 minutes; the short path takes 5.

            23:04  1/13 · 23 min left

              Incident: The pager
                │ 23:04:12 ERROR GET /account/orders
                │     500
                │   System.InvalidOperationException
                │       : Timeout expired.  The
                │           timeout
                │   period elapsed prior to
                │       obtaining a connection from
                │           the pool.  This
                │   may have occurred because all
                │       pooled connections were in
                │           use and max
                │   pool size was reached.
                │ 23:04:27 ERROR GET /account/orders
                │     500   (the same)
                │ 23:04:42 ERROR GET /account/orders
                │     500   (the same)

                The bookshop’s order page is down.
                The database is up: CPU idle, no
                locks, no slow query. Someone
                restarts the web server and the page
                works again. The pager will be back,
                as it was on Tuesday and on
                Wednesday.

              The message offers a cause: the pool
              was too small. Tonight you find out
              whether that is true.

              Enter or next  go on     back     help
            """;

    private static final String HELP_AT_40 = """
            Walk through the lab
              start      open a lab, where you left
                         it
              next       go on to the next step
                         (Enter does the same)
              back       go back to the step before
              show       show this step again, or a
                         past run
              predict    answer this lab's questions
                         before the run
              hint       say what to look at in this
                         step
            Run the experiment
              run        run the experiment with the
                         knobs as they are
              set        show the knobs, or turn one
                         for the runs to come
              runs       list past runs, the newest
                         first
              compare    put two runs side by side
            Look inside
              sql        run a statement, or open an
                         SQL prompt
              java       evaluate Java in an
                         application of your own,
                         beside a pool
              watch      show the server's sessions
                         every second, until Ctrl-C
              pooler     start a pooler of your own,
                         look at its ini, change it
              admin      talk to the pooler's
                         console, where a pooler
                         runs
            The console
              status     say where you are, what is
                         set and which server runs
              progress   show what is done, and how
                         good your predictions are
              reset      forget the progress of a
                         lab, or of all; a backup is
                         kept
              labs       list the labs
              doctor     say what this machine can
                         run
              verbosity  choose how much the console
                         says: teach, normal or
                         concise
              help       list the commands, or
                         explain one
              quit       leave (Ctrl-D does the
                         same)
            More on one, with examples: help run
            """;

    private static final String SET_AT_40 = """
              db               postgresql  (default)
                               the database server:
                               postgresql |
                               sqlserver
              pool             keyed  (default)
                               the client pool:
                               keyed is ADO.NET's
                               model: keyed | hikari
              fault            leak  (default)
                               what is wrong with
                               the requests: leak |
                               open-transaction |
                               open-reader |
                               slow-query | blocking
                               | concurrency |
                               reclaimed | none
              max-pool-size    5  (default)
                               most connections of
                               the pool: 1–100
              connect-timeout  3s  (default)
                               how long a request
                               waits for a
                               connection: 250ms–1m
              requests         7  (default)
                               how many requests
                               arrive: 1–200
            """;

    private static final String STORY_AT_80 = """
            Lab 01 leak · connections that never come back
              Request 6 waits three seconds and fails. What used up the pool?
              23 minutes; the short path takes 5.

            23:04  1/13 · 23 min left

              Incident: The pager
                │ 23:04:12 ERROR GET /account/orders 500
                │   System.InvalidOperationException: Timeout expired.  The timeout
                │   period elapsed prior to obtaining a connection from the pool.  This
                │   may have occurred because all pooled connections were in use and max
                │   pool size was reached.
                │ 23:04:27 ERROR GET /account/orders 500   (the same)
                │ 23:04:42 ERROR GET /account/orders 500   (the same)

                The bookshop’s order page is down. The database is up: CPU idle, no locks,
                no slow query. Someone restarts the web server and the page works again. The
                pager will be back, as it was on Tuesday and on Wednesday.

              The message offers a cause: the pool was too small. Tonight you find out
              whether that is true.

              Enter or next  go on     back     help
            """;

    private static final String HELP_AT_80 = """
            Walk through the lab
              start      open a lab, where you left it
              next       go on to the next step (Enter does the same)
              back       go back to the step before
              show       show this step again, or a past run
              predict    answer this lab's questions before the run
              hint       say what to look at in this step
            Run the experiment
              run        run the experiment with the knobs as they are
              set        show the knobs, or turn one for the runs to come
              runs       list past runs, the newest first
              compare    put two runs side by side
            Look inside
              sql        run a statement, or open an SQL prompt
              java       evaluate Java in an application of your own, beside a pool
              watch      show the server's sessions every second, until Ctrl-C
              pooler     start a pooler of your own, look at its ini, change it
              admin      talk to the pooler's console, where a pooler runs
            The console
              status     say where you are, what is set and which server runs
              progress   show what is done, and how good your predictions are
              reset      forget the progress of a lab, or of all; a backup is kept
              labs       list the labs
              doctor     say what this machine can run
              verbosity  choose how much the console says: teach, normal or concise
              help       list the commands, or explain one
              quit       leave (Ctrl-D does the same)
            More on one, with examples: help run
            """;

    private static final String SET_AT_80 = """
              db               postgresql  (default)
                               the database server: postgresql | sqlserver
              pool             keyed  (default)
                               the client pool: keyed is ADO.NET's model: keyed | hikari
              fault            leak  (default)
                               what is wrong with the requests: leak | open-transaction |
                               open-reader | slow-query | blocking | concurrency | reclaimed
                               | none
              max-pool-size    5  (default)
                               most connections of the pool: 1–100
              connect-timeout  3s  (default)
                               how long a request waits for a connection: 250ms–1m
              requests         7  (default)
                               how many requests arrive: 1–200
            """;

    private static final String STORY_AT_120 = """
            Lab 01 leak · connections that never come back
              Request 6 waits three seconds and fails. What used up the pool?
              23 minutes; the short path takes 5.

            23:04  1/13 · 23 min left

              Incident: The pager
                │ 23:04:12 ERROR GET /account/orders 500
                │   System.InvalidOperationException: Timeout expired.  The timeout
                │   period elapsed prior to obtaining a connection from the pool.  This
                │   may have occurred because all pooled connections were in use and max
                │   pool size was reached.
                │ 23:04:27 ERROR GET /account/orders 500   (the same)
                │ 23:04:42 ERROR GET /account/orders 500   (the same)

                The bookshop’s order page is down. The database is up: CPU idle, no locks, no slow
                query. Someone restarts the web server and the page works again. The pager will be
                back, as it was on Tuesday and on Wednesday.

              The message offers a cause: the pool was too small. Tonight you find out whether that
              is true.

              Enter or next  go on     back     help
            """;

    private static final String SET_AT_120 = """
              db               postgresql  (default)
                               the database server: postgresql | sqlserver
              pool             keyed  (default)
                               the client pool: keyed is ADO.NET's model: keyed | hikari
              fault            leak  (default)
                               what is wrong with the requests: leak | open-transaction | open-reader | slow-query | blocking |
                               concurrency | reclaimed | none
              max-pool-size    5  (default)
                               most connections of the pool: 1–100
              connect-timeout  3s  (default)
                               how long a request waits for a connection: 250ms–1m
              requests         7  (default)
                               how many requests arrive: 1–200
            """;

    @TempDir
    Path home;

    @AfterEach
    void the_console_is_gone() throws Exception {
        LabProcess.await(() -> LabProcess.processesOf(home).isEmpty(), "processes are left");
        LabProcess.await(() -> LabProcess.sessionsIn(home).isEmpty(), "session folders are left");
    }

    @Test
    void forty_columns_are_enough() throws Exception {
        assertThat(told(40, Map.of())).isEqualTo(session(STORY_AT_40, HELP_AT_40, SET_AT_40));
    }

    @Test
    void eighty_columns_are_the_usual_case() throws Exception {
        assertThat(told(80, Map.of())).isEqualTo(session(STORY_AT_80, HELP_AT_80, SET_AT_80));
    }

    @Test
    void wide_terminals_use_their_room() throws Exception {
        assertThat(told(120, Map.of())).isEqualTo(session(STORY_AT_120, HELP_AT_80, SET_AT_120));
    }

    @Test
    void a_dumb_terminal_shows_the_same_text() throws Exception {
        assertThat(told(80, Map.of("TERM", "dumb"))).isEqualTo(session(STORY_AT_80, HELP_AT_80, SET_AT_80));
    }

    private static String session(String story, String help, String set) {
        return story + "01 story> help\n" + help + "01 story> set\n" + set + "01 story>";
    }

    /** High enough for everything: nothing is paged. */
    private String told(int columns, Map<String, String> environment) throws Exception {
        try (Tmux console = Tmux.lab(home, columns, 200, environment, "start", "01")) {
            console.enter("help");
            console.enter("set");
            console.prompts();
            String all = console.everything();
            assertThat(all.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
            return all;
        }
    }
}
