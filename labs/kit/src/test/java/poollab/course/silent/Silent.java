package poollab.course.silent;

import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Settings;

/** An experiment that does nothing, in a package without a text. */
public class Silent implements Experiment {
    @Override
    public List<Parameter<?>> parameters() {
        return List.of();
    }

    @Override
    public List<Claim> claims() {
        return List.of();
    }

    @Override
    public void run(Settings settings, Bench bench) {}
}
