package poollab.console.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** What the operating system, and a JVM itself, say of a process. Linux's /proc. */
final class Usage {
    /** Linux shows every processor time in hundredths of a second, whatever its clock does. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final Pattern HEAP_PART = Pattern.compile("(?m)^ *\\S.* total .*used (\\d+)K");

    private Usage() {}

    static boolean known() {
        return Files.isDirectory(Path.of("/proc/self"));
    }

    /** Processor time since the process began, in microseconds. */
    record Cpu(long user, long system) {
        Cpu since(Cpu earlier) {
            return new Cpu(user - earlier.user, system - earlier.system);
        }
    }

    static Cpu cpu(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", "" + pid, "stat"));
        // The name before the last parenthesis may hold blanks.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return new Cpu(Long.parseLong(fields[USER]) * MICROS_PER_TICK, Long.parseLong(fields[SYSTEM]) * MICROS_PER_TICK);
    }

    /** Memory that is in the machine's RAM for this process, in bytes. */
    static long resident(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", "" + pid, "status")))
            if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        throw new IOException("process " + pid + " has ended");
    }

    /** What lives in a JVM's heap after a collection, in bytes. Empty where there is no jcmd, or it cannot attach. */
    static OptionalLong heap(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) return OptionalLong.empty();
        ask(jcmd, pid, "GC.run");
        return heapIn(ask(jcmd, pid, "GC.heap_info"));
    }

    /** The parts of the heap have a total; the spaces within them, and what is not heap, have none. */
    static OptionalLong heapIn(String info) {
        long[] parts = HEAP_PART.matcher(info).results().mapToLong(part -> Long.parseLong(part.group(1)) * 1024).toArray();
        return parts.length == 0 ? OptionalLong.empty() : OptionalLong.of(java.util.stream.LongStream.of(parts).sum());
    }

    private static String ask(Path jcmd, long pid, String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(jcmd.toString(), "" + pid, what).redirectErrorStream(true).start();
        try (InputStream stream = process.getInputStream()) {
            String answer = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor(10, TimeUnit.SECONDS);
            return answer;
        }
    }
}
