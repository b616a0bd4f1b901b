package poollab.bench.pooler;

import java.nio.file.Path;
import java.util.Optional;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Programs;

/** Which program stands between the application and the server. */
public enum PoolerKind {
    /** Pool Lab's own, which takes PgBouncer's configuration. */
    BUNDLED("the bundled pooler", "", ""),
    /** PgBouncer itself, 1.21 or later. */
    PGBOUNCER("PgBouncer", "pgbouncer", "pgbouncer"),
    /** pgpool-II: a process per client, no transaction mode, no admin console of this kind. */
    PGPOOL("pgpool-II", "pgpool", "pgpool2");

    private final String title;
    private final String program;
    private final String debianPackage;

    PoolerKind(String title, String program, String debianPackage) {
        this.title = title;
        this.program = program;
        this.debianPackage = debianPackage;
    }

    /** As its users call it. */
    public String title() {
        return title;
    }

    /** The variable of the environment that names its program, where that is not on the PATH: {@code LAB_PGBOUNCER}. */
    public String variable() {
        return "LAB_" + name();
    }

    /** Where its program is. Empty for the bundled one, and where this machine has none. */
    public Optional<Path> find() {
        return this == BUNDLED ? Optional.empty() : Programs.find(program, variable());
    }

    /** Whether this machine can start it. */
    public boolean here() {
        return this == BUNDLED || find().isPresent();
    }

    /** What to do where it is missing. */
    public String advice() {
        return "Install it (Debian, Ubuntu: sudo apt install " + debianPackage + "), or name its program: export " + variable()
                + "=/path/to/" + program;
    }

    /** @throws EnvironmentMissing when there is none, with what to do */
    Path program() {
        return find().orElseThrow(() -> new EnvironmentMissing("There is no program " + program + " on this machine.", advice()));
    }
}
