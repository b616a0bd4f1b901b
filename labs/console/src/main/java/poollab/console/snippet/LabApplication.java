package poollab.console.snippet;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import poollab.console.snippet.Frame.Kind;

/**
 * The learner's application: what runs in the process of its own. One thread listens to the console, one works. When
 * the console's end of standard input closes, the process ends at once.
 */
final class LabApplication {
    private final DataInputStream in = new DataInputStream(System.in);
    private final DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    private final BlockingQueue<Frame> questions = new LinkedBlockingQueue<>();
    private final Execution execution = new Execution();

    private LabApplication() {}

    static void main(String[] arguments) {
        try {
            new LabApplication().run(Integer.parseInt(arguments[0]));
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            e.printStackTrace();
        } finally {
            // Without the thread that works nothing here is of use; the learner's threads must not keep it alive.
            Runtime.getRuntime().halt(1);
        }
    }

    private void run(int columns) throws IOException, InterruptedException {
        String url = Frame.read(in).text();
        // Both streams of the protocol are out of the snippets' reach: there is nothing to read, and prints are framed.
        System.setIn(InputStream.nullInputStream());
        var printed = new PrintStream(new Printed(), true, StandardCharsets.UTF_8);
        System.setOut(printed);
        System.setErr(printed);
        Thread.setDefaultUncaughtExceptionHandler(LabApplication::died);
        App.Given.take(url, columns);
        Thread.ofPlatform().daemon().name("console").start(this::listen);
        try (Engine engine = new Engine(execution, this::say)) {
            if (questions.isEmpty()) engine.warmUp();
            while (true) answer(engine, questions.take());
        }
    }

    private void listen() {
        try {
            while (true) {
                Frame frame = Frame.read(in);
                if (frame.kind() == Kind.STOP) execution.stop(frame.request());
                else questions.add(frame);
            }
        } catch (IOException e) {
            // The console is gone.
        } finally {
            // Whatever stopped the listening: nobody could end this process any more.
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(0);
        }
    }

    private void answer(Engine engine, Frame question) {
        String answer = "";
        try {
            answer = switch (question.kind()) {
                case EVALUATE -> engine.evaluate(question.request(), question.text()) ? "1" : "0";
                case IS_COMPLETE -> engine.isComplete(question.text()) ? "1" : "0";
                case COMPLETE -> engine.complete(question.text());
                default -> throw new IllegalArgumentException(question.kind().name());
            };
        } catch (RuntimeException | Error e) {
            // A defect of the compiler or of this kit, not of the snippet. The next one may do better.
            if (question.kind() == Kind.EVALUATE) say(Kind.ERROR, "This snippet could not be evaluated: " + e);
        } finally {
            send(Frame.of(Kind.DONE, question.request(), answer));
        }
    }

    private void say(Kind kind, String text) {
        send(Frame.of(kind, 0, text));
    }

    private void send(Frame frame) {
        try {
            frame.write(out);
        } catch (IOException e) {
            Runtime.getRuntime().halt(0);
        }
    }

    /** A thread that the learner started died of an exception; without a word it would be missed for long. */
    private static void died(Thread thread, Throwable cause) {
        if (!(cause instanceof StopCheck.Stopped)) System.err.println("Thread " + thread.getName() + " died: " + cause);
    }

    /** What snippets print. */
    private final class Printed extends OutputStream {
        private static final int MOST = 64 << 10;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            for (int done = 0; done < length; done += MOST) {
                byte[] part = new byte[Math.min(MOST, length - done)];
                System.arraycopy(bytes, offset + done, part, 0, part.length);
                send(new Frame(Kind.OUTPUT, 0, part));
            }
        }
    }
}
