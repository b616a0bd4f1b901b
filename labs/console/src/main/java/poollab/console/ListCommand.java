package poollab.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.bench.Claim;
import poollab.bench.Json;
import poollab.bench.Machine;
import poollab.bench.Parameter;
import poollab.bench.Setting;
import poollab.bench.Settings;
import poollab.console.session.Session;
import poollab.course.Lab;
import poollab.report.Screen;
import poollab.report.Wrap;

/** {@code lab list}: the labs; {@code lab list 01}: one lab's knobs and claims. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List the labs, or one lab's knobs and claims.",
        footer = {"", "Examples:", "  ./lab list", "  ./lab list 01"})
final class ListCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(arity = "0..1", paramLabel = "LAB", description = "Number or name: its knobs and claims.")
    private String name;

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<Lab> labs = name == null ? session.catalogue().labs() : List.of(session.catalogue().find(name));
        if (json) session.out().println(Json.write(labs.stream().map(ListCommand::described).toList()));
        else if (name == null) all(labs);
        else one(labs.getFirst());
        return 0;
    }

    private void all(List<Lab> labs) {
        Screen screen = session.terminal().screen(session.out());
        for (Lab lab : labs) {
            screen.line(screen.ink().strong(lab.number() + " " + lab.name()) + " · " + lab.title());
            for (String line : Wrap.hanging("   ", lab.question(), screen.width())) screen.line(line);
        }
        screen.blank();
        screen.line("Knobs and claims of one: ./lab list 01     Run it: ./lab run 01");
    }

    private void one(Lab lab) {
        Screen screen = session.terminal().screen(session.out());
        screen.line(screen.ink().strong("Lab " + lab.number() + " " + lab.name()) + " · " + lab.title());
        for (String line : Wrap.hanging("  ", lab.question(), screen.width())) screen.line(line);
        screen.blank();
        screen.line(screen.ink().strong("Knobs"));
        var experiment = lab.experiment().get();
        Settings settings = Settings.of(experiment.parameters(), Map.of(), false, Machine.here());
        for (Parameter<?> parameter : experiment.parameters()) knob(screen, parameter, settings);
        screen.blank();
        screen.line(screen.ink().strong("Claims of the default run"));
        for (Claim claim : experiment.claims())
            if (claim.applies().test(settings))
                for (String line : Wrap.hanging("  - ", claim.text().apply(settings), screen.width())) screen.line(line);
        screen.blank();
        screen.line("Turn a knob: ./lab run " + lab.number() + " --set name=value");
    }

    private static <T> void knob(Screen screen, Parameter<T> parameter, Settings settings) {
        Setting now = settings.list().stream().filter(s -> s.name().equals(parameter.name())).findFirst().orElseThrow();
        String first = String.format("  %-16s", parameter.name());
        String adapted = now.why() == null ? "" : ", here " + now.value() + ": " + now.why();
        String quick = parameter.quick().map(q -> ", quick " + parameter.kind().format(q)).orElse("");
        String text = parameter.help() + "\n" + parameter.kind().range() + " (default "
                + parameter.kind().format(parameter.standard()) + adapted + quick + ")";
        for (String line : Wrap.hanging(first, text, screen.width())) screen.line(line);
    }

    private static Map<String, Object> described(Lab lab) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("lab", lab.number());
        all.put("name", lab.name());
        all.put("title", lab.title());
        all.put("question", lab.question());
        all.put("repair", lab.repair());
        List<Map<String, Object>> knobs = new ArrayList<>();
        for (Parameter<?> parameter : lab.experiment().get().parameters()) knobs.add(described(parameter));
        all.put("parameters", knobs);
        return all;
    }

    private static <T> Map<String, Object> described(Parameter<T> parameter) {
        Map<String, Object> knob = new LinkedHashMap<>();
        knob.put("name", parameter.name());
        knob.put("help", parameter.help());
        knob.put("range", parameter.kind().range());
        knob.put("choices", parameter.kind().choices());
        knob.put("default", parameter.kind().format(parameter.standard()));
        return knob;
    }
}
