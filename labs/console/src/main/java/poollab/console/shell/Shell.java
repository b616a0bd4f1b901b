package poollab.console.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import poollab.bench.BadInput;
import poollab.bench.Run;
import poollab.console.doctor.DoctorCommand;
import poollab.console.session.Complaint;
import poollab.console.session.EngineRoom;
import poollab.console.session.Session;
import poollab.console.snippet.SnippetShell;
import poollab.console.sql.SqlDesk;
import poollab.course.Catalogue;
import poollab.course.Lab;
import poollab.course.LabText;
import poollab.course.LabTexts;
import poollab.course.ProgressBook;
import poollab.report.Screen;

/** One session of the console: reads lines, finds their command, keeps what the commands share. */
final class Shell implements AutoCloseable {
    private final Session session;
    private final Place place;
    private final Input input;
    private final Complaint complaint;
    private final EngineRoom engine;
    private final Commands commands = Commands.all();
    private final Work work;
    private Verbosity verbosity = Verbosity.TEACH;
    private Visit visit;
    private final SqlDesk sql;
    private final PoolerDesk poolers;
    private SnippetShell snippets;
    private Suggester suggester = (line, cursor) -> List.of();
    private boolean leaving;
    private boolean reading;
    private int worst;

    Shell(Session session, Place place, Input input, Work work) {
        this.session = session;
        this.place = place;
        this.input = input;
        this.work = work;
        this.complaint = new Complaint(session.err(), place.facts());
        this.engine = new EngineRoom(session.folders(), 0, step -> {});
        this.sql = new SqlDesk(engine::server);
        this.poolers = new PoolerDesk(engine::server);
    }

    /** Reads and does lines until the end. Returns the exit code: the highest that any line had. */
    int loop() {
        while (!leaving) {
            String line;
            reading = true;
            place.status(status());
            try {
                line = input.read(prompt());
            } catch (Input.Interrupted e) {
                continue;
            } finally {
                reading = false;
            }
            if (line == null) break;
            perform(line);
        }
        // A slip of the finger at the prompt is no failure of the session; in a script it is.
        return input.interactive() ? 0 : worst;
    }

    /** The highest exit code that any line had. */
    int worst() {
        return worst;
    }

    /** Does one line, and says what is wrong with it. */
    void perform(String line) {
        try {
            commands.perform(line, this);
        } catch (Exception e) {
            screen().clearPassing();
            worst = Math.max(worst, complaint.about(e));
        } finally {
            suggester = (text, cursor) -> List.of();
        }
    }

    /** Lab, step, time and server, for the line at the bottom. */
    private String status() {
        if (visit == null) return "";
        String server = engine.running() ? " · server 127.0.0.1:" + engine.server().port() : "";
        return " Lab " + visit.lab().number() + " · step " + visit.number() + "/" + visit.steps() + " · "
                + visit.minutesLeft() + " min left" + server;
    }

    private String prompt() {
        if (visit == null) return "lab> ";
        return visit.lab().number() + " " + visit.step().id() + "> ";
    }

    /** What completes lines at a prompt inside the console; nothing while a question is asked. */
    Suggester suggester() {
        return suggester;
    }

    void suggester(Suggester suggester) {
        this.suggester = suggester;
    }

    /** Whether the prompt asks for a command, not for an answer. */
    boolean readsCommand() {
        return reading;
    }

    /** The connections of the SQL prompt. */
    SqlDesk sql() {
        return sql;
    }

    /** The poolers that the learner started. */
    PoolerDesk poolers() {
        return poolers;
    }

    /** Says what is wrong where a command goes on all the same. */
    void complain(Exception problem) {
        exitCode(complaint.about(problem));
    }

    /** The learner's application in Java, started when it is first asked for. */
    SnippetShell snippets() {
        if (snippets == null)
            snippets = new SnippetShell(engine.server(), place.out(), screen().ink(), place.facts().columns());
        return snippets;
    }

    /** The first lines, for a person who opened the console without a lab. */
    void greet() {
        Screen screen = screen();
        screen.line(screen.ink().strong("Pool Lab") + " · connection pooling, learned by breaking it and mending it");
        screen.line("  labs  what there is     start 01  begin     help  all commands     quit");
    }

    /** {@code doctor}, at the present width. */
    void examine() {
        place.out().flush();
        new picocli.CommandLine(new DoctorCommand(
                        session.home(), place.facts().columns(), place.facts().ascii()))
                .setOut(new java.io.PrintWriter(place.out(), true))
                .execute();
    }

    void leave() {
        leaving = true;
    }

    /** A verdict counts like a wrong input: a script wants to know. */
    void exitCode(int code) {
        worst = Math.max(worst, code);
    }

    /** A fresh screen: each run has one of its own, for its transcript. */
    Screen screen() {
        return place.screen();
    }

    Place place() {
        return place;
    }

    Session session() {
        return session;
    }

    EngineRoom engine() {
        return engine;
    }

    Catalogue catalogue() {
        return session.catalogue();
    }

    Input input() {
        return input;
    }

    Commands commands() {
        return commands;
    }

    Work work() {
        return work;
    }

    Verbosity verbosity() {
        return verbosity;
    }

    void verbosity(Verbosity wanted) {
        verbosity = wanted;
    }

    ProgressBook progress() {
        return new ProgressBook(session.home().resolve("progress.txt"));
    }

    Optional<Visit> visit() {
        return Optional.ofNullable(visit);
    }

    /** @throws BadInput when no lab is open */
    Visit visitOrComplain() {
        if (visit == null) throw new BadInput("no lab is open", "Open one: start 01. All labs: labs.");
        return visit;
    }

    /** Opens a lab where the learner left it. */
    Visit open(Lab lab) throws IOException {
        LabText text = LabTexts.load(lab)
                .orElseThrow(() -> new BadInput("lab " + lab.number() + " has no text yet", "Run it: run " + lab.number()));
        visit = new Visit(lab, text);
        progress().step(lab.number()).ifPresent(visit::goTo);
        engine.startSoon();
        return visit;
    }

    /** The learner's newest run of the open lab that came to its end. */
    Optional<Run> lastRun() {
        if (visit == null) return Optional.empty();
        String suffix = "-" + visit.lab().number() + "-" + visit.lab().name();
        List<String> ids = session.runs().ids();
        return ids.stream()
                .filter(id -> id.contains(suffix))
                .findFirst()
                .map(session.runs()::read);
    }

    /** Keeps where the learner is; a home that cannot be written costs only the memory. */
    void remember() {
        place.status(status());
        try {
            progress().reached(visit.lab().number(), visit.step().id());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (snippets != null) snippets.close();
        sql.close();
        poolers.close();
        place.status("");
        engine.close();
        input.close();
    }
}
