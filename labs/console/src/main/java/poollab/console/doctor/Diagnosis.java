package poollab.console.doctor;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * All checks.
 *
 * @param canRun whether labs can run here; what is missing beyond that only takes something away
 */
@JsonPropertyOrder({"checks", "canRun"})
record Diagnosis(List<Check> checks, boolean canRun) {
    static Diagnosis of(List<Check> checks) {
        boolean server = is(checks, EngineCheck.ID, Check.Status.OK) || is(checks, DockerCheck.ID, Check.Status.OK);
        return new Diagnosis(List.copyOf(checks), server && !is(checks, MachineChecks.HOME, Check.Status.MISSING));
    }

    private static boolean is(List<Check> checks, String id, Check.Status status) {
        return checks.stream().anyMatch(check -> check.id().equals(id) && check.status() == status);
    }
}
