package poollab.bench;

import java.util.List;

/** What claims are judged by: the settings and observations of one run. */
public class Evidence {
    private final Settings settings;
    private final List<Observation> observations;

    public Evidence(Settings settings, List<Observation> observations) {
        this.settings = settings;
        this.observations = List.copyOf(observations);
    }

    /** A claim asked for an observation that the run did not make: the claim is unclear. */
    static final class NotMeasured extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotMeasured(String id) {
            super("not measured: " + id);
        }
    }

    public Settings settings() {
        return settings;
    }

    public <T> T get(Parameter<T> parameter) {
        return settings.get(parameter);
    }

    /** The figure of this id. A claim that asks for one the run did not make becomes unclear. */
    public double figure(String id) {
        return find(id, Observation.Figure.class).value();
    }

    /** Whether the run measured a figure of this id. */
    public boolean has(String id) {
        return observations.stream().anyMatch(observation -> observation.id().equals(id));
    }

    /** A figure that is a count. */
    public long count(String id) {
        return Math.round(figure(id));
    }

    public Observation.Table table(String id) {
        return find(id, Observation.Table.class);
    }

    private <O extends Observation> O find(String id, Class<O> kind) {
        return observations.stream()
                .filter(o -> o.id().equals(id))
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> new NotMeasured(id));
    }
}
