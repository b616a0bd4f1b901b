package poollab.pooler;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import poollab.pooler.config.BadValue;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.log.Log;
import poollab.pooler.session.Events;

/** {@code pooler [options] my.ini}: PgBouncer's command line. Exit codes: 0 ended as asked, 1 cannot start or go on, as PgBouncer's. */
public final class Main {
    private static final String HELP = """
            Usage: pooler [OPTION]... CONFIG_FILE
              -q, --quiet        run quietly: nothing on standard error, only the logfile
              -v, --verbose      more in the log; twice for still more
              -V, --version      show the version
              -h, --help         show this help
            Accepted, and said to have no effect here: -d, --daemon; -u, --user USER. Refused: -R, --reboot.

            Signals: HUP reload, TERM end when the clients are gone, INT end when the servers are free (a second TERM or INT:
            at once), QUIT end at once, USR1 pause, USR2 resume.
            CONFIG_FILE is a pgbouncer.ini. Exit codes: 0 ended as asked, 1 cannot start.""";

    private final PrintStream err;
    private Path ini;
    private boolean quiet;
    private int verbose;

    private Main(PrintStream err) {
        this.err = err;
    }

    public static void main(String[] arguments) {
        System.exit(new Main(System.err).run(arguments));
    }

    private int run(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            switch (argument) {
                case "-V", "--version" -> {
                    System.out.println(Version.TEXT);
                    System.out.println("Java " + Runtime.version());
                    return 0;
                }
                case "-h", "--help" -> {
                    System.out.println(HELP);
                    return 0;
                }
                case "-q", "--quiet" -> quiet = true;
                case "-v", "--verbose" -> verbose++;
                case "-d", "--daemon" -> err.println("pooler: --daemon has no effect here: start it in the background with your shell or service manager");
                case "-u", "--user" -> {
                    i++;
                    err.println("pooler: --user has no effect here: start it as that user");
                }
                case "-R", "--reboot" -> {
                    return refuse("--reboot is not possible here: a JVM cannot take over another process's sockets. Use so_reuseport = 1 and a second pooler, then SHUTDOWN WAIT_FOR_CLIENTS on the first.");
                }
                default -> {
                    if (argument.startsWith("--user=")) err.println("pooler: --user has no effect here: start it as that user");
                    else if (argument.matches("-[qvd]{2,}")) {
                        quiet |= argument.contains("q");
                        verbose += (int) argument.chars().filter(c -> c == 'v').count();
                    } else if (argument.startsWith("-")) return refuse("unknown option " + argument + ". See: pooler --help");
                    else if (ini != null) return refuse("one CONFIG_FILE, please, not two: " + ini + " and " + argument);
                    else ini = Path.of(argument);
                }
            }
        }
        return ini == null ? refuse("which CONFIG_FILE? See: pooler --help") : serve();
    }

    private int refuse(String why) {
        err.println("pooler: " + why);
        return 1;
    }

    private int serve() {
        Optional<Path> pidFile = Optional.empty();
        try {
            Settings start = Settings.defaults();
            if (verbose > 0) start = start.with(Key.VERBOSE, String.valueOf(Math.min(verbose, 3)));
            Config config = Config.load(ini, start);
            pidFile = writePid(config.settings().text(Key.PIDFILE));
            // Before anybody can see that it is up: setting it takes a moment, and a signal in between would be lost.
            Signals.letQuitEnd();
            Pooler pooler = Pooler.start(config, Events.NONE, new Log(quiet ? null : err));
            signals(pooler);
            return pooler.join() ? 0 : 1;
        } catch (ConfigException e) {
            e.problems().forEach(err::println);
            return refuse("cannot start with this configuration; nothing was changed");
        } catch (PoolerException e) {
            return refuse(e.getMessage());
        } catch (BadValue e) {
            return refuse(e.getMessage());
        } catch (InterruptedException e) {
            return 1;
        } finally {
            pidFile.ifPresent(file -> file.toFile().delete());
        }
    }

    private static Optional<Path> writePid(String name) throws PoolerException {
        if (name == null || name.isEmpty()) return Optional.empty();
        Path file = Path.of(name);
        try {
            if (Files.exists(file)) {
                long pid = Long.parseLong(Files.readString(file).strip());
                if (pid != ProcessHandle.current().pid() && ProcessHandle.of(pid).isPresent())
                    throw new PoolerException("the pidfile " + file + " names process " + pid + ", which is running: another pooler has this configuration. End it, or set another pidfile.");
            }
            Files.writeString(file, ProcessHandle.current().pid() + "\n");
        } catch (NumberFormatException e) {
            throw new PoolerException("the pidfile " + file + " holds something else than a process number; set another pidfile, or delete it");
        } catch (IOException e) {
            throw new PoolerException("cannot write the pidfile " + file + ": " + e.getMessage());
        }
        return Optional.of(file);
    }

    private static void signals(Pooler pooler) {
        for (String name : List.of("HUP", "USR1", "USR2", "TERM", "INT")) Signals.on(name, () -> pooler.signal(name));
    }
}
