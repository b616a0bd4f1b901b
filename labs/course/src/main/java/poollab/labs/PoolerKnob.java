package poollab.labs;

import poollab.bench.BadInput;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.pooler.PoolerKind;

/** The knob of every lab with a pooler in it: which program that is. */
public final class PoolerKnob {
    public static final Parameter<PoolerKind> POOLER =
            Parameter.choice("pooler", PoolerKind.BUNDLED, "which program stands between");

    private PoolerKnob() {}

    /**
     * For a lab that needs pool modes and the admin console.
     *
     * @throws BadInput for pgpool-II, which has neither
     */
    public static PoolerKind transactional(Settings settings) {
        if (settings.get(POOLER) != PoolerKind.PGPOOL) return settings.get(POOLER);
        throw new BadInput(
                "pgpool-II has no transaction mode and no admin console, and this lab needs both",
                "Lab 07 runs with it. Here: --set pooler=bundled or pooler=pgbouncer.");
    }
}
