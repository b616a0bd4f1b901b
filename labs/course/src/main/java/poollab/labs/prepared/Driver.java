package poollab.labs.prepared;

import java.util.Arrays;
import java.util.List;
import poollab.bench.Settings;
import poollab.bench.Words;

/** How pgjdbc is told to deal with prepared statements. */
enum Driver {
    /** Named statements from the n-th execution on: the default. */
    AUTO_PREPARE("prepareThreshold"),
    // tag::settings[]
    /** Unnamed statements, for ever. */
    THRESHOLD_0("prepareThreshold=0"),
    /** The values are written into the text; no statement at all. */
    SIMPLE("preferQueryMode=simple"),
    /** Each statement is a new one, below the threshold for ever. */
    NO_CACHE("preparedStatementCacheQueries=0");
    // end::settings[]

    private final String parameter;

    Driver(String parameter) {
        this.parameter = parameter;
    }

    /** Whether no statement ever gets a name. */
    boolean avoidsNames() {
        return this == THRESHOLD_0 || this == SIMPLE;
    }

    /** What people set against the errors, whether it helps or not. */
    static List<Driver> ways() {
        return Arrays.stream(values()).filter(driver -> driver != AUTO_PREPARE).toList();
    }

    /** As it stands in a JDBC URL. */
    String parameter(Settings settings) {
        return this == AUTO_PREPARE ? parameter + "=" + settings.get(Prepared.THRESHOLD) : parameter;
    }

    @Override
    public String toString() {
        return Words.of(this);
    }
}
