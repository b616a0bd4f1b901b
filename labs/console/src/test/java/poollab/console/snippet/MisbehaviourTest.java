package poollab.console.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import poollab.engine.Server;

/** Snippets that harm their process. Each ends with a clear line, and the next one runs. */
class MisbehaviourTest {
    private static final String ANEW = "The application was started anew: variables are gone.";
    private static final String KILLED = "Cancelled. The application did not stop within a second, so its process was ended.";
    private static final String STOPPED = "Cancelled. The application lives on and keeps its variables.";

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

    @BeforeEach
    void declareAVariable() {
        learner.types("int kept = 7");
    }

    private static void startsAnew() {
        assertThat(learner.types("1 + 1")).isEqualTo(ANEW + "\n$1 ==> 2");
        assertThat(learner.types("2 + 2")).isEqualTo("$2 ==> 4");
        assertThat(learner.types("kept")).contains("cannot find symbol");
    }

    @Test
    void systemExitEndsTheApplicationAlone() {
        assertThat(learner.types("System.exit(3)")).isEqualTo("The application ended itself with exit code 3.");
        assertThat(learner.wasWell()).isFalse();
        startsAnew();
    }

    @Test
    void runtimeHaltEndsTheApplicationAlone() {
        assertThat(learner.types("Runtime.getRuntime().halt(4)")).endsWith("with exit code 4.");
        startsAnew();
    }

    @Test
    void anEndlessLoopStopsAndVariablesAreKept() {
        var evaluation = learner.begins("{ System.out.println(\"on\"); while (true) {} }");
        learner.awaitShown("on");
        assertThat(learner.cancels(evaluation)).isEqualTo("on\n" + STOPPED);
        assertThat(learner.types("kept")).isEqualTo("kept ==> 7");
    }

    @Test
    void aLoopThatSwallowsEverythingStopsAllTheSame() {
        var evaluation = learner.begins(
                "{ System.out.println(\"on\"); while (true) try { Thread.sleep(5); } catch (Throwable t) {} }");
        learner.awaitShown("on");
        assertThat(learner.cancels(evaluation)).isEqualTo("on\n" + STOPPED);
    }

    @Test
    void aSleepIsInterrupted() {
        var evaluation = learner.begins("{ System.out.println(\"on\"); Thread.sleep(1_000_000); }");
        learner.awaitShown("on");
        assertThat(learner.cancels(evaluation)).isEqualTo("on\n" + STOPPED);
    }

    @Test
    void aBlockedAcceptIsKilled() {
        var evaluation = learner.begins("{ System.out.println(\"on\"); new ServerSocket(0).accept(); }");
        learner.awaitShown("on");
        assertThat(learner.cancels(evaluation)).isEqualTo("on\n" + KILLED);
        startsAnew();
    }

    @Test
    void aFloodOfOutputIsCutAndCanBeCancelled() {
        var evaluation = learner.begins("while (true) System.out.println(\"x\".repeat(100));");
        learner.awaitShown("prints more than is shown");
        assertThat(learner.cancels(evaluation)).contains(STOPPED).containsPattern("… [\\d,]+ more lines \\([\\d,]+ kB\\)")
                .hasSizeLessThan(200_000);
        assertThat(learner.types("kept")).isEqualTo("kept ==> 7");
    }

    @Test
    void aLineWithoutEndIsCut() {
        var evaluation = learner.begins("while (true) System.out.print(\"all work and no play \".repeat(1000));");
        learner.awaitShown("prints more than is shown");
        assertThat(learner.cancels(evaluation)).contains(STOPPED).hasSizeLessThan(5_000);
    }

    @Test
    void aProcessKilledFromOutsideIsExplainedAtTheNextSnippet() {
        ProcessHandle process = learner.process();
        process.destroyForcibly();
        process.onExit().join();
        Learner.until(() -> Learner.applications().isEmpty());
        String shown = learner.types("1 + 1");
        assertThat(shown).startsWith("The application was killed from outside (signal 9).");
        if (!shown.contains(ANEW)) shown = learner.types("1 + 1");
        assertThat(shown).endsWith(ANEW + "\n$1 ==> 2");
    }

    @Test
    void aProcessKilledUnderASnippetIsExplainedAtOnce() {
        ProcessHandle process = learner.process();
        var evaluation = learner.begins("{ System.out.println(\"on\"); new ServerSocket(0).accept(); }");
        learner.awaitShown("on");
        process.destroyForcibly();
        assertThat(Learner.await(evaluation)).isEqualTo("on\nThe application was killed from outside (signal 9).");
        startsAnew();
    }

    @Test
    void moreMemoryThanThereIsEndsTheApplicationAlone() {
        assertThat(learner.types("var hoard = new ArrayList<byte[]>(); while (true) hoard.add(new byte[8 << 20]);"))
                .endsWith("The application ran out of memory and ended: its heap has 256 MB.");
        startsAnew();
    }

    @Test
    void endlessRecursionIsAnExceptionLikeAnyOther() {
        learner.types("int deeper(int n) { return deeper(n + 1) + 1; }");
        assertThat(learner.types("deeper(0)")).startsWith("java.lang.StackOverflowError\n").endsWith(" more");
        assertThat(learner.types("kept")).isEqualTo("kept ==> 7");
    }

    @Test
    void classesOfTheLearnersOwnCanMeetInALoop() {
        learner.types("interface Shape {} class Circle implements Shape {} class Square implements Shape {}");
        assertThat(learner.types("Shape s = null; for (int i = 0; i < 3; i++) { s = i % 2 == 0 ? new Circle() : new Square(); }"))
                .isEqualTo("s ==> null");
        assertThat(learner.types("s.getClass().getSimpleName()")).endsWith("\"Circle\"");
    }

    @Test
    void aSnippetAboutToBeEvaluatedIsCancelledToo() {
        var evaluation = learner.begins("while (true) {}");
        Learner.until(() -> {
            learner.shell.cancel();
            return evaluation.isDone();
        });
        assertThat(Learner.await(evaluation)).isEqualTo(STOPPED);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void ctrlCInTheTerminalReachesTheConsoleAlone() throws Exception {
        long pid = learner.process().pid();
        new ProcessBuilder("/bin/sh", "-c", "kill -INT " + pid).start().waitFor();
        assertThat(learner.process().pid()).isEqualTo(pid);
    }

    @Test
    void bytesWrittenPastTheStreamsEndTheProcess() {
        assertThat(learner.types("""
                var raw = new FileOutputStream(FileDescriptor.out);
                raw.write("hello, console".getBytes());
                Thread.sleep(60_000);""")).contains("past System.out");
        startsAnew();
    }
}
