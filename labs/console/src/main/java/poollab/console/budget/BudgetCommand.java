package poollab.console.budget;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.bench.BadInput;
import poollab.bench.Json;
import poollab.budget.Assessment;
import poollab.budget.Budget;
import poollab.budget.BudgetFile;
import poollab.budget.Limits;
import poollab.budget.LiveLimits;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.engine.EnvironmentMissing;

/** {@code lab budget FILE}: how many connections a system may open, against what its server has. */
@Command(
        name = "budget",
        mixinStandardHelpOptions = true,
        description = {
            "Add up the connections that your services may open, at the autoscaler's maximum and during a deploy,"
                    + " against what the server has. Arithmetic, no measurement.",
            "",
            "Without a file it asks. Exit codes: 0 it fits, 1 it is over, 3 bad input, 4 the server cannot be asked."
        },
        footer = {
            "",
            "Examples:",
            "  ./lab budget --example > budget.yaml",
            "  ./lab budget budget.yaml",
            "  PGPASSWORD=… ./lab budget budget.yaml --url jdbc:postgresql://db/shop --user shop"
        })
public final class BudgetCommand implements Callable<Integer> {
    private static final int OVER = 1;

    private final Session session;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The budget as YAML; - reads standard input.")
    private String file;

    @Option(names = "--example", description = "Print a file to begin with, every key explained.")
    private boolean example;

    @Option(names = "--url", paramLabel = "URL", description = "Take the limits of this PostgreSQL instead of the file's.")
    private String url;

    @Option(names = "--user", paramLabel = "NAME", description = "Its user (default: PGUSER, or as in the URL).")
    private String user;

    @Option(names = "--json", description = "Print the sum as one JSON document, and nothing else.")
    private boolean json;

    @Option(names = "--no-color", description = "No colours. NO_COLOR does the same.")
    private boolean noColour;

    public BudgetCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        if (example) {
            session.out().print(example());
            return 0;
        }
        LiveLimits live = url == null ? null : live();
        Budget budget = file == null ? asked(live) : live(read(), live);
        Assessment sum = Assessment.of(budget);
        Terminal terminal = noColour ? session.terminal().withoutColour() : session.terminal();
        if (json) session.out().println(Json.write(new Sum(sum, sum.fits(), Math.max(0, sum.over()), live)));
        else new BudgetText(terminal.screen(session.out())).print(budget, live);
        return sum.fits() ? 0 : OVER;
    }

    /** The document of --json. */
    private record Sum(Assessment sum, boolean fits, long overBy, LiveLimits server) {}

    private static String example() throws IOException {
        try (InputStream text = BudgetCommand.class.getResourceAsStream("example.yaml")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Budget read() throws IOException {
        if (file.equals("-"))
            return BudgetFile.read("standard input", new String(session.in().readAllBytes(), StandardCharsets.UTF_8));
        try {
            return BudgetFile.read(file, Files.readString(Path.of(file)));
        } catch (NoSuchFileException e) {
            throw new BadInput("there is no file " + file, "Begin with: ./lab budget --example > " + file);
        } catch (IOException e) {
            throw new BadInput("cannot read " + file + ": " + e.getMessage(), "It is a YAML file. See: ./lab budget --example");
        }
    }

    private static Budget live(Budget budget, LiveLimits live) {
        return live == null ? budget : budget.with(live.limits(budget.limits().maintenance()));
    }

    private LiveLimits live() {
        String name = user != null ? user : System.getenv("PGUSER");
        try {
            return LiveLimits.of(url, name, System.getenv("PGPASSWORD"));
        } catch (SQLException e) {
            if ("08001".equals(e.getSQLState()) && e.getMessage().startsWith("No suitable driver"))
                throw new BadInput(url + " is no JDBC URL of PostgreSQL", "For example: jdbc:postgresql://localhost:5432/shop");
            throw new EnvironmentMissing(
                    "The server cannot be asked: " + e.getMessage() + (e.getSQLState() == null ? "" : " (" + e.getSQLState() + ")"),
                    "User and password come from --user and PGPASSWORD, or stand in the URL. Without --url the file's limits are"
                            + " taken.",
                    e);
        }
    }

    private Budget asked(LiveLimits live) throws IOException {
        if (!session.terminal().tty() || json)
            throw new BadInput("there is no file, and nobody to ask", "Begin with: ./lab budget --example > budget.yaml");
        var form = new BudgetForm(
                new BufferedReader(new InputStreamReader(session.in(), StandardCharsets.UTF_8)), session.out());
        Budget budget = form.ask(live == null ? null : live.limits(Limits.MAINTENANCE));
        if (form.agrees("Keep it as a file?")) keep(form.text("  its name", "budget.yaml"), budget);
        session.out().println();
        return budget;
    }

    private void keep(String name, Budget budget) throws IOException {
        try {
            Files.writeString(Path.of(name), BudgetFile.write(budget), StandardOpenOption.CREATE_NEW);
            session.out().println("  Again: ./lab budget " + name);
        } catch (FileAlreadyExistsException e) {
            session.out().println("  " + name + " is there already; nothing was written.");
        }
    }
}
