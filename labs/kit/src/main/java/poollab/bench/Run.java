package poollab.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import poollab.bench.Verdict.Answer;

/**
 * One run of an experiment: its record.
 *
 * @param id name of its folder; sorts by time
 * @param tookMs the experiment alone, in milliseconds
 * @param ending whether the experiment went to its end
 * @param reason why it did not, else null
 * @param settingDetails the knobs with defaults and origins
 */
public record Run(
        String id,
        String lab,
        String name,
        String title,
        Instant startedAt,
        double tookMs,
        long seed,
        boolean quick,
        Ending ending,
        String reason,
        List<Setting> settingDetails,
        Environment environment,
        List<Observation> observations,
        List<Judgement> claims) {

    /** How an experiment came to its end. */
    public enum Ending {
        COMPLETED,
        INTERRUPTED,
        FAILED;

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    public Run {
        settingDetails = List.copyOf(settingDetails);
        observations = List.copyOf(observations);
        claims = List.copyOf(claims);
    }

    /** The knobs by name: what scripts want to read. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Map<String, Object> settings() {
        Map<String, Object> byName = new LinkedHashMap<>();
        for (Setting setting : settingDetails) byName.put(setting.name(), setting.value());
        return byName;
    }

    /** 0 every applicable claim held, 1 one did not, 2 one is unclear (or the run broke off). */
    public int exitCode() {
        if (has(Answer.NOT_HELD)) return 1;
        return has(Answer.UNCLEAR) || ending != Ending.COMPLETED ? 2 : 0;
    }

    private boolean has(Answer answer) {
        return claims.stream().anyMatch(claim -> claim.verdict() == answer);
    }

    public long count(Answer answer) {
        return claims.stream().filter(claim -> claim.verdict() == answer).count();
    }

    /** The figure of this id, empty when the run did not measure it. */
    public Optional<Observation.Figure> figure(String id) {
        return observations.stream()
                .filter(Observation.Figure.class::isInstance)
                .map(Observation.Figure.class::cast)
                .filter(figure -> figure.id().equals(id))
                .findFirst();
    }
}
