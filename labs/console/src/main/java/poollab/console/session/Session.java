package poollab.console.session;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import poollab.bench.RunStore;
import poollab.course.Catalogue;
import poollab.engine.Folders;

/** What all commands share: where to write, where a learner's things are, which labs there are. */
public record Session(
        Terminal terminal,
        InputStream in,
        PrintStream out,
        PrintStream err,
        Path home,
        Folders folders,
        Catalogue catalogue) {
    public static Session here() {
        Properties properties = System.getProperties();
        Map<String, String> environment = System.getenv();
        Path home = LabHome.find(properties, environment);
        String cache = environment.getOrDefault("LAB_CACHE", "");
        return new Session(
                Terminal.of(properties, environment),
                System.in,
                Terminal.standardOutput(),
                Terminal.standardError(),
                home,
                cache.isEmpty() ? Folders.at(home) : Folders.at(home, Path.of(cache)),
                Catalogue.load());
    }

    /** The same session, shown without colours or in ASCII where that is asked for. */
    public Session with(boolean noColour, boolean ascii) {
        Terminal shown = noColour ? terminal.withoutColour() : terminal;
        return new Session(ascii ? shown.inAscii() : shown, in, out, err, home, folders, catalogue);
    }

    /** Where this process and its children show their pools' counters. */
    public Path counters() {
        return home.resolve("counters");
    }

    public RunStore runs() {
        return new RunStore(home.resolve("runs"));
    }
}
