package poollab.console.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import poollab.bench.BadInput;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.engine.Server;

/** The poolers that the learner started in this console, each in front of its server. Closed in reverse order. */
final class PoolerDesk implements AutoCloseable {
    static final String FIRST = "pooler";

    private final Supplier<Server> engine;
    private final Map<String, LabPooler> open = new LinkedHashMap<>();
    private boolean closed;

    PoolerDesk(Supplier<Server> engine) {
        this.engine = engine;
    }

    /** @throws BadInput when one of that name is there */
    LabPooler start(String name) {
        synchronized (this) {
            if (open.containsKey(name))
                throw new BadInput("there is a pooler " + name + " already", "Give the new one a name: pooler start two");
        }
        LabPooler pooler = LabPooler.start(PoolerPlan.of(engine.get()).named(name));
        synchronized (this) {
            if (!closed) {
                open.put(name, pooler);
                return pooler;
            }
        }
        pooler.close();
        throw new BadInput("the console is ending", "Start it again.");
    }

    synchronized List<String> names() {
        return List.copyOf(open.keySet());
    }

    /** @throws BadInput when there is none of that name */
    synchronized LabPooler find(String name) {
        LabPooler pooler = open.get(name);
        if (pooler != null) return pooler;
        if (open.isEmpty()) throw new BadInput("no pooler runs in this console", "Start one: pooler start");
        throw BadInput.unknown("pooler", name, open.keySet());
    }

    /**
     * The one that a command means: named by its first word, which is taken off the list, else the only or first one.
     *
     * @throws BadInput when there is none
     */
    synchronized LabPooler meant(List<String> words) {
        if (!words.isEmpty() && open.containsKey(words.getFirst())) return open.get(words.removeFirst());
        return find(open.isEmpty() ? FIRST : open.keySet().iterator().next());
    }

    void stop(String name) {
        LabPooler pooler = find(name);
        synchronized (this) {
            open.remove(name);
        }
        pooler.close();
    }

    @Override
    public void close() {
        List<LabPooler> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(open.values()).reversed();
            open.clear();
        }
        all.forEach(LabPooler::close);
    }
}
