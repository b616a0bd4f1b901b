package poollab.console.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import poollab.engine.Server;

class SnippetShellTest {
    private static Server server;
    private static Learner learner;

    @BeforeAll
    static void start() {
        server = Servers.start();
        learner = new Learner(server);
    }

    @AfterAll
    static void stop() {
        learner.close();
        server.close();
    }

    @Test
    void anExpressionShowsItsValue() {
        assertThat(learner.types("1 + 1")).matches("\\$\\d+ ==> 2");
        assertThat(learner.wasWell()).isTrue();
    }

    @Test
    void aVariableIsKeptForTheNextSnippet() {
        assertThat(learner.types("int books = 42")).isEqualTo("books ==> 42");
        assertThat(learner.types("books * 2")).endsWith("==> 84");
        assertThat(learner.types("/vars")).contains("int books = 42");
    }

    @Test
    void severalLinesAndSeveralSnippetsAreEvaluatedInOneGo() {
        assertThat(learner.types("""
                class Book {
                    final String title;
                    Book(String title) { this.title = title; }
                }
                String twice(String text) {
                    return text + text;
                }
                var book = new Book("Emma");
                System.out.println(twice(book.title)); // prints
                // done
                """)).isEqualTo("created class Book\ncreated method twice(String)\n"
                + "book ==> " + learner.shown().replaceAll("(?s).*book ==> (.*?)\n.*", "$1") + "\nEmmaEmma");
    }

    @Test
    void aCompileErrorShowsTheLineAndThePlace() {
        assertThat(learner.types("int size = \"five\"")).isEqualTo("""
                error: incompatible types: java.lang.String cannot be converted to int
                  int size = "five"
                             ^^^^^^""");
        assertThat(learner.wasWell()).isFalse();
    }

    @Test
    void aCompileErrorInSeveralLinesTellsWhichOne() {
        assertThat(learner.types("int a = 1;\nint b = 2;\nint c = a + unknown;")).isEqualTo("""
                a ==> 1
                b ==> 2
                error: cannot find symbol
                  symbol:   variable unknown
                  3 | int c = a + unknown;
                                  ^^^^^^^""");
    }

    @Test
    void anExceptionShowsOnlyTheLearnersFrames() {
        learner.types("int half(int n) {\n    return Integer.parseInt(\"x\" + n) / 2;\n}");
        assertThat(learner.types("half(1)")).matches("""
                java.lang.NumberFormatException: For input string: "x1"
                    at half, snippet \\d+, line 2
                    at snippet \\d+, line 1""");
    }

    @Test
    void anExceptionOfTheServerIsShownWithItsText() {
        assertThat(learner.types("sql(\"select 1/0\")")).contains("PSQLException: ERROR: division by zero");
    }

    @Test
    void whatIsNotDeclaredYetIsNamed() {
        assertThat(learner.types("int later() { return soon() + 1; }"))
                .isEqualTo("created method later(), but it cannot be used until this is declared: method soon()");
        assertThat(learner.types("later()")).contains("method soon()");
    }

    @Test
    void aWarningOfTheCompilerDoesNotStopTheSnippet() {
        assertThat(learner.types("var names = (List<String>) (Object) List.of(\"Emma\")"))
                .startsWith("warning: unchecked cast\n").contains("  var names = (List<String>) (Object) List.of")
                .endsWith("names ==> [Emma]");
        assertThat(learner.wasWell()).isTrue();
    }

    @Test
    void aLongValueIsCut() {
        assertThat(learner.types("\"x\".repeat(5000)")).endsWith("… (5,000 characters)").hasSizeLessThan(1_100);
        assertThat(learner.types("IntStream.range(0, 100_000).boxed().toList()")).endsWith("… 99,900 more]");
    }

    @Test
    void unfinishedInputIsRecognised() {
        learner.types("1");
        assertThat(learner.shell.isComplete("for (int i = 0; i < 3; i++) {")).isFalse();
        assertThat(learner.shell.isComplete("int f() {\n return 1;")).isFalse();
        assertThat(learner.shell.isComplete("int a = 1; int b =")).isFalse();
        assertThat(learner.shell.isComplete("1 +")).isFalse();
        assertThat(learner.shell.isComplete("var text = \"\"\"\n  line")).isFalse();
        assertThat(learner.shell.isComplete("1 + 1")).isTrue();
        assertThat(learner.shell.isComplete("int f() {\n return 1;\n}")).isTrue();
        assertThat(learner.shell.isComplete("")).isTrue();
        assertThat(learner.shell.isComplete("/vars")).isTrue();
        assertThat(learner.shell.isComplete("int = 5;")).isTrue();
    }

    @Test
    void whatMayStandAtTheCursorIsOfferedWithItsSignature() {
        assertThat(completed("var c = pool.op"))
                .containsExactly(new Candidate(13, "open()", "Connection Pool.open() throws SQLException"));
        assertThat(completed("con")).extracting(Candidate::value).contains("connect()");
        assertThat(completed("/v")).containsExactly(new Candidate(0, "/vars", "what your variables hold"));
    }

    /** An answer that would come too late for somebody who types is left out; the next Tab has it. */
    private List<Candidate> completed(String line) {
        List<Candidate> found = List.of();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while ((found.isEmpty() || found.getFirst().documentation().isEmpty()) && System.nanoTime() < end)
            found = learner.shell.complete(line, line.length());
        return found;
    }

    @Test
    void rowsOfAQueryAreShownAsATable() {
        assertThat(learner.types("sql(\"select 1 as one, null as nothing\")")).isEqualTo("one  nothing\n───  ───────\n1    –");
    }

    @Test
    void aThreadThatDiesIsNoticed() {
        learner.types("Thread.ofPlatform().name(\"worker\").start(() -> { throw new IllegalStateException(\"no\"); }).join()");
        assertThat(learner.shown()).isEqualTo("Thread worker died: java.lang.IllegalStateException: no");
    }

    @Test
    void aSnippetDoesNotWaitForAThreadItLeavesBehind() {
        assertThat(learner.types("Thread.ofPlatform().daemon().start(() -> { while (true) Thread.onSpinWait(); }).isAlive()"))
                .endsWith("==> true");
        var evaluation = learner.begins("System.out.println(\"on\"); Thread.sleep(60_000);");
        learner.awaitShown("on");
        // Ends the thread as well.
        learner.cancels(evaluation);
    }

    @Test
    void variablesCanBeListedAfterACancelledSnippet() {
        learner.types("class Shelf { public String toString() { for (int i = 0; i < 3; i++) {} return \"a shelf\"; } }");
        learner.types("var shelf = new Shelf()");
        var evaluation = learner.begins("{ System.out.println(\"on\"); while (true) {} }");
        learner.awaitShown("on");
        learner.cancels(evaluation);
        assertThat(learner.types("/vars")).contains("Shelf shelf = a shelf");
    }

    @Test
    void snippetsAreListedByNumber() {
        learner.types("int listed = 1");
        assertThat(learner.types("/list")).containsPattern("(?m)^\\d+: int listed = 1;?$").doesNotContain("import");
    }

    @Test
    void anUnknownCommandIsAnsweredWithThoseThatThereAre() {
        assertThat(learner.types("/exit")).isEqualTo("There is no /exit here.\nThere are: /vars, /list, /reset, /help.");
    }
}
