package poollab.labs.sessionstate;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;

/**
 * Each feature in each mode, on two server connections of its own. A begins to use it. C takes whatever server connection is
 * free and keeps it, so that A meets another one later where the mode allows it. Then both leave, and B looks on all of them.
 */
final class Matrix {
    private final Bench bench;
    private final PoolerPlan plan;
    private final Map<Mode, Map<Feature, Cell>> cells = new EnumMap<>(Mode.class);

    Matrix(Bench bench, PoolerPlan plan) {
        this.bench = bench;
        this.plan = plan;
    }

    void measure() throws Exception {
        try (Library _ = bench.lend(new Library(bench))) {
            for (Mode mode : Mode.values()) cells.put(mode, play(mode));
        }
        record();
    }

    private Map<Feature, Cell> play(Mode mode) throws IOException, SQLException {
        PoolerPlan plan = this.plan.named(mode + " mode").set("pool_mode", mode).set("max_client_conn", 1_000);
        for (Feature feature : Feature.values()) plan = plan.database(Words.of(feature), "pool_size=2");
        Map<Feature, Cell> all = new EnumMap<>(Feature.class);
        try (LabPooler pooler = LabPooler.lend(bench, plan)) {
            for (Feature feature : Feature.values()) {
                Cell cell = play(feature, mode, pooler);
                all.put(feature, cell);
                bench.event(pooler.name(), cell.mark() == Mark.WORKS ? Outcome.OK : Outcome.FAILED,
                        feature.title + ": " + cell.shown());
            }
        }
        return all;
    }

    // tag::cell[]
    private static Cell play(Feature feature, Mode mode, LabPooler pooler)
            throws IOException, SQLException {
        String first;
        Feature.Look later;
        try (Client a = new Client(pooler, Words.of(feature));
                Client c = new Client(pooler, Words.of(feature))) {
            Answer begun = feature.begin(a);
            if (begun.failed()) return Cell.refused(begun.state());
            first = begun.first();
            c.occupy();
            later = feature.lookAgain(a);
            if (feature.local()) a.ask("commit");
            c.release();
        }
        return search(feature, mode, pooler, first, later);
    }
    // end::cell[]

    /** As many clients as there are server connections, each on another one. */
    private static Cell search(Feature feature, Mode mode, LabPooler pooler, String first, Feature.Look later)
            throws IOException, SQLException {
        Deque<Client> clients = new ArrayDeque<>();
        Set<String> searched = new TreeSet<>();
        boolean found = false;
        try {
            for (int i = 0; i < 2; i++) {
                Client b = new Client(pooler, Words.of(feature));
                clients.push(b);
                Feature.Look look = feature.look(b);
                searched.add(look.backend());
                found |= look.there();
                if (mode != Mode.SESSION) b.occupy();
            }
        } finally {
            clients.forEach(Client::close);
        }
        return new Cell("", later.there(), found, first, later.backend(), searched);
    }

    private void record() {
        table("matrix", "Two clients and a session's state: what becomes of it, by pool_mode", Cell::shown);
        table("matrix-details", "A later, and B", cell ->
                cell.mark() == Mark.REFUSED ? "–" : (cell.kept() ? "kept" : "lost") + ", " + (cell.found() ? "found" : "not found"));
        cells.forEach((mode, all) -> {
            for (Mark mark : Mark.values()) count(mode, Words.of(mark), "features: " + mark, cell -> cell.mark() == mark);
            count(mode, "moved", "features for which A met another backend later", Cell::moved);
            count(mode, "searched", "features for which B looked wherever A had been",
                    cell -> cell.mark() != Mark.REFUSED && cell.complete());
            of(mode, "own", "of a session alone", Feature::own);
            of(mode, "local", "of a transaction", Feature::local);
            of(mode, "followed", "that every pooler follows", Feature::followed);
            of(mode, "search-path", "named search_path", feature -> feature == Feature.SEARCH_PATH);
            count(mode, "reset-kept", "RESET: A has the default later", all.get(Feature.RESET).kept() ? 1 : 0);
            count(mode, "load-found", "LOAD: B finds it", all.get(Feature.LOAD).found() ? 1 : 0);
        });
        bench.figure("matrix.cells", "cells measured", cells.values().stream().mapToLong(Map::size).sum(), Unit.COUNT);
    }

    private interface Shown {
        String of(Cell cell);
    }

    private void table(String id, String title, Shown shown) {
        List<Column> columns = new ArrayList<>(List.of(new Column("feature", Unit.TEXT)));
        for (Mode mode : cells.keySet()) columns.add(new Column(mode.toString(), Unit.TEXT));
        List<List<Object>> rows = new ArrayList<>();
        for (Feature feature : Feature.values()) {
            List<Object> row = new ArrayList<>(List.of(feature.title));
            cells.values().forEach(all -> row.add(shown.of(all.get(feature))));
            rows.add(row);
        }
        bench.table(id, title, columns, rows, null);
    }

    private void of(Mode mode, String kind, String which, Predicate<Feature> test) {
        List<Cell> those = new ArrayList<>();
        cells.get(mode).forEach((feature, cell) -> {
            if (test.test(feature)) those.add(cell);
        });
        count(mode, kind + "-kept", "features " + which + ": A has it later", those.stream().filter(Cell::kept).count());
        count(mode, kind + "-found", "features " + which + ": B finds it", those.stream().filter(Cell::found).count());
    }

    private void count(Mode mode, String name, String title, Predicate<Cell> test) {
        count(mode, name, title, cells.get(mode).values().stream().filter(test).count());
    }

    private void count(Mode mode, String name, String title, long value) {
        bench.figureOf(mode.toString(), name, title, value, Unit.COUNT);
    }
}
