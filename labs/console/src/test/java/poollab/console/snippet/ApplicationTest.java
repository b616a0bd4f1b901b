package poollab.console.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import poollab.engine.Server;

/** The learner's application as the server and the operating system see it. */
class ApplicationTest {
    private static Server server;
    private Learner learner;

    @BeforeAll
    static void start() {
        server = Servers.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        learner = new Learner(server);
    }

    @AfterEach
    void close() {
        learner.close();
    }

    @Test
    void theServerSeesAConnectionUnderTheApplicationsNameUntilItIsClosed() {
        learner.types("Connection c = connect()");
        assertThat(Servers.ofLearner(server)).hasSize(1);
        learner.types("c.close()");
        Learner.until(() -> Servers.ofLearner(server).isEmpty());
    }

    @Test
    void twoLeakedConnectionsAreCountedByThePoolAndByTheServer() {
        learner.types("var first = pool.open()");
        learner.types("var second = pool.open()");
        assertThat(learner.types("pool.state()")).endsWith("==> PoolState[max=5, inUse=2, idle=0, waiting=0]");
        assertThat(learner.types("pool.counters().activeConnections()")).endsWith("==> 2");
        assertThat(learner.types("pool")).endsWith("pool of 5: 2 in use, 0 idle, 0 waiting");
        assertThat(Servers.ofLearner(server)).hasSize(2);
        learner.types("first.close()");
        assertThat(learner.types("pool.state()")).endsWith("==> PoolState[max=5, inUse=1, idle=1, waiting=0]");
        assertThat(Servers.ofLearner(server)).hasSize(2);
    }

    @Test
    void aConnectionOfThePoolKeepsItsNameAfterItsReturn() {
        learner.types("try (var c = pool.open()) {}");
        assertThat(learner.types("pool.state()")).contains("idle=1");
        assertThat(Servers.ofLearner(server)).hasSize(1);
    }

    @Test
    void thePasswordIsInNoArgumentOfTheProcess() {
        var process = learner.process();
        assertThat(process.info().commandLine().orElseThrow()).contains(LabApplication.class.getName())
                .doesNotContain(server.application().password());
    }

    @Test
    void closingTheShellEndsTheProcessAndItsConnections() {
        learner.types("var c = pool.open()");
        var process = learner.process();
        learner.close();
        assertThat(process.isAlive()).isFalse();
        assertThat(Learner.applications()).isEmpty();
        Learner.until(() -> Servers.ofLearner(server).isEmpty());
    }

    @Test
    void closingTheShellEndsAnEvaluationWithoutAWord() {
        var evaluation = learner.begins("System.out.println(\"on\"); while (true);");
        learner.awaitShown("on");
        learner.close();
        assertThat(Learner.await(evaluation)).isEqualTo("on");
    }

    /** So it is when the console is killed: nobody is left to say good-bye. */
    @Test
    void theProcessEndsWhenItsInputDoes() throws Exception {
        Process process = new ProcessBuilder(
                        learner.process().info().command().orElseThrow(), "-cp", System.getProperty("java.class.path"),
                        LabApplication.class.getName(), "80")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        var console = new DataOutputStream(process.getOutputStream());
        Frame.of(Frame.Kind.URL, 0, server.url()).write(console);
        Frame.of(Frame.Kind.EVALUATE, 1, "while (true) {}").write(console);
        console.close();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void resetStartsAnewOnDemand() {
        learner.types("var c = connect()");
        learner.types("/reset");
        Learner.until(() -> Servers.ofLearner(server).isEmpty());
        assertThat(learner.types("c")).contains("cannot find symbol").doesNotContain("anew");
    }
}
