package poollab.console.session;

import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import poollab.bench.BadInput;
import poollab.bench.Nearest;
import poollab.engine.EnvironmentMissing;
import poollab.report.Ink;
import poollab.report.Wrap;

/** How the command says that something is wrong: what happened, then what to do. On standard error. */
public final class Complaint {
    /** Bad input. */
    public static final int BAD_INPUT = 3;
    /** The environment is missing something. */
    public static final int MISSING = 4;
    /** A defect of the kit itself; BSD's EX_SOFTWARE. */
    private static final int DEFECT = 70;

    private final PrintStream err;
    private final Terminal terminal;

    public Complaint(PrintStream err, Terminal terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    public int about(Exception problem) {
        return switch (problem) {
            case BadInput bad -> say(bad.getMessage(), bad.advice(), BAD_INPUT);
            case EnvironmentMissing missing -> say(missing.getMessage(), missing.advice(), MISSING);
            default -> defect(problem);
        };
    }

    public int about(ParameterException problem) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String message = problem.getMessage().strip();
        if (problem instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
            String given = unmatched.getUnmatched().getFirst();
            boolean option = given.startsWith("-");
            var known = option ? command.getCommandSpec().optionsMap().keySet() : command.getSubcommands().keySet();
            message = option || known.isEmpty()
                    ? "unknown " + (option ? "option" : "argument") + " of " + name + ": " + given
                    : "unknown command: " + given;
            String guess = Nearest.to(given, known).map(near -> "Did you mean " + near + "? ").orElse("");
            return say(message, guess + "See: " + name.replace("lab", "./lab") + " --help", BAD_INPUT);
        }
        return say(message, "See: " + name.replace("lab", "./lab") + " --help", BAD_INPUT);
    }

    private int defect(Exception problem) {
        say("this is a defect of the kit: " + problem, "The stack below helps whoever mends it.", DEFECT);
        problem.printStackTrace(err);
        return DEFECT;
    }

    private int say(String message, String advice, int code) {
        Ink ink = new Ink(false, terminal.ascii());
        for (String line : Wrap.hanging("lab: ", message, terminal.columns())) err.println(ink.plain(line));
        for (String line : Wrap.hanging("     ", advice, terminal.columns())) err.println(ink.plain(line));
        return code;
    }
}
