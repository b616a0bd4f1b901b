package poollab.console.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import poollab.bench.Experiment;
import poollab.bench.Machine;
import poollab.bench.Parameter;
import poollab.bench.Run;
import poollab.bench.Settings;
import poollab.course.Block;
import poollab.course.Lab;
import poollab.course.LabText;
import poollab.course.Prediction;
import poollab.course.Step;

/** Where the learner stands: a lab, a step of its text, and the knobs turned so far. */
final class Visit {
    private final Lab lab;
    private final LabText text;
    private final Map<String, String> turned = new LinkedHashMap<>();
    private int index;

    Visit(Lab lab, LabText text) {
        this.lab = lab;
        this.text = text;
    }

    Lab lab() {
        return lab;
    }

    LabText text() {
        return text;
    }

    Step step() {
        return text.steps().get(index);
    }

    int number() {
        return index + 1;
    }

    int steps() {
        return text.steps().size();
    }

    /** Minutes of this step and those after it. */
    int minutesLeft() {
        return text.steps().stream().skip(index).mapToInt(Step::minutes).sum();
    }

    /** Goes on; false at the end. */
    boolean next() {
        if (index == text.steps().size() - 1) return false;
        index++;
        return true;
    }

    /** Goes back; false at the beginning. */
    boolean back() {
        if (index == 0) return false;
        index--;
        return true;
    }

    /** Goes to a step by its id; false when there is none of that name. */
    boolean goTo(String id) {
        List<String> ids = text.steps().stream().map(Step::id).toList();
        int found = ids.indexOf(id);
        if (found < 0) return false;
        index = found;
        return true;
    }

    /** The knobs that the learner turned, by name. */
    Map<String, String> turned() {
        return turned;
    }

    /** What a run here and now is set to: the step's own settings, then the learner's. */
    Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>(stepSettings());
        given.putAll(turned);
        return given;
    }

    private Map<String, String> stepSettings() {
        for (Block block : step().blocks()) {
            if (block instanceof Block.RunIt run) return run.settings();
        }
        return Map.of();
    }

    Settings settings(boolean quick) {
        return Settings.of(experiment().parameters(), given(), quick, Machine.here());
    }

    Experiment experiment() {
        return lab.experiment().get();
    }

    Optional<Parameter<?>> parameter(String name) {
        return experiment().parameters().stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /** Whether a run is the one that the predictions were asked for: the first of the text, with nothing turned. */
    boolean foretold(Run run) {
        Map<String, String> first = text.steps().stream()
                .flatMap(step -> step.blocks().stream())
                .filter(Block.RunIt.class::isInstance)
                .map(block -> ((Block.RunIt) block).settings())
                .findFirst()
                .orElse(Map.of());
        Settings expected = Settings.of(experiment().parameters(), first, false, Machine.here());
        return expected.list().stream().allMatch(setting -> setting.value().equals(run.settings().get(setting.name())));
    }

    /** The predictions of the whole lab, in their order. */
    List<Prediction> predictions() {
        return text.steps().stream().flatMap(step -> predictions(step).stream()).toList();
    }

    static List<Prediction> predictions(Step step) {
        return step.blocks().stream()
                .filter(Block.Predict.class::isInstance)
                .map(block -> ((Block.Predict) block).prediction())
                .toList();
    }
}
