package poollab.console.doctor;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Locale;

/**
 * One thing looked at.
 *
 * @param id its name in the JSON document, which stays the same
 * @param name its name for people
 * @param found what is there; a version, figures
 * @param advice what to do about it; empty when there is nothing to do
 */
@JsonPropertyOrder({"id", "status", "found", "advice"})
record Check(String id, @JsonIgnore String name, Status status, String found, String advice) {
    /** How it stands. The word is shown, so that colour carries nothing alone. */
    enum Status {
        OK,
        /** There, but it will get in somebody's way. */
        WARNING,
        MISSING;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Check ok(String id, String name, String found) {
        return new Check(id, name, Status.OK, found, "");
    }

    static Check warning(String id, String name, String found, String advice) {
        return new Check(id, name, Status.WARNING, found, advice);
    }

    static Check missing(String id, String name, String found, String advice) {
        return new Check(id, name, Status.MISSING, found, advice);
    }

    boolean isOk() {
        return status == Status.OK;
    }
}
