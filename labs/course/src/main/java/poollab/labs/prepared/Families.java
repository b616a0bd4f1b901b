package poollab.labs.prepared;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;

/** Each family on server connections of its own, in both worlds: what it gets there. */
final class Families {
    private final Settings settings;
    private final Bench bench;
    private final Map<World, Map<Family, Reply>> replies = new EnumMap<>(World.class);

    Families(Settings settings, Bench bench) {
        this.settings = settings;
        this.bench = bench;
    }

    void measure() throws Exception {
        for (World world : World.values()) replies.put(world, play(world));
        table();
        for (World world : World.values()) count(world);
    }

    private Map<Family, Reply> play(World world) throws Exception {
        PoolerPlan plan = world.plan(bench, settings).named(world + " names");
        // Two server connections for each: so many can be kept apart, and no family meets what another one left behind.
        for (Family family : Family.values()) plan = plan.database(Words.of(family), "pool_size=2");
        Map<Family, Reply> all = new EnumMap<>(Family.class);
        try (LabPooler pooler = LabPooler.lend(bench, plan)) {
            for (Family family : Family.values()) {
                try (Stage stage = bench.lend(new Stage(pooler, Words.of(family)))) {
                    Reply reply = family.play(stage);
                    all.put(family, reply);
                    tell(world, family, reply);
                }
            }
        }
        return all;
    }

    private void tell(World world, Family family, Reply reply) {
        String text = family.title + ": " + shown(family, reply);
        if (reply.failed()) text += "\n" + reply.text();
        bench.event(world.toString(), family.right(reply) ? Outcome.OK : Outcome.FAILED, text);
    }

    private static String shown(Family family, Reply reply) {
        if (reply.failed()) return reply.severity() + " " + reply.state();
        return family.right(reply) ? "right" : "wrong answer";
    }

    private void table() {
        List<Column> columns = new ArrayList<>(List.of(new Column("client", Unit.TEXT)));
        for (World world : World.values()) columns.add(new Column(world + " (" + world.maxPreparedStatements(settings) + ")", Unit.TEXT));
        List<List<Object>> rows = new ArrayList<>();
        for (Family family : Family.values()) {
            List<Object> row = new ArrayList<>(List.of(family.title));
            replies.values().forEach(all -> row.add(shown(family, all.get(family))));
            rows.add(row);
        }
        bench.table("families", "What each gets, by max_prepared_statements", columns, rows, null);
    }

    private void count(World world) {
        String of = world + "-names";
        count(of, "right", "clients that got what they asked for", world, (family, reply) -> family.right(reply));
        count(of, "wrong", "clients that got another one's answer", world,
                (family, reply) -> !reply.failed() && !family.right(reply));
        for (String state : List.of("26000", "42P05", "08P01"))
            count(of, state, "clients that got " + state, world, (family, reply) -> reply.state().equals(state));
        count(of, "fatal", "clients that were put out", world, (family, reply) -> reply.fatal());
        for (Family family : List.of(Family.UNNAMED, Family.PDO, Family.SQL_PREPARE, Family.DEALLOCATE_ALL, Family.DISCARD_ALL)) {
            boolean right = family.right(replies.get(world).get(family));
            bench.figureOf(of, Words.of(family), family.title + ": right", right ? 1 : 0, Unit.COUNT);
        }
    }

    private void count(String of, String name, String title, World world, Test test) {
        long count = replies.get(world).entrySet().stream().filter(e -> test.holds(e.getKey(), e.getValue())).count();
        bench.figureOf(of, name, title, count, Unit.COUNT);
    }

    private interface Test {
        boolean holds(Family family, Reply reply);
    }
}
