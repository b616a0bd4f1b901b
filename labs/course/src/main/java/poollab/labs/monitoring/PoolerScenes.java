package poollab.labs.monitoring;

import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import poollab.bench.pooler.LabPooler;
import poollab.engine.Server;

/** The faults of Part II, and the load that nothing is wrong with. */
final class PoolerScenes {
    static final String APPLICATION = "bookstore web";
    static final int CLIENTS = 30;
    private static final Duration PAUSE = Duration.ofMillis(20);
    /** So few that the pooler could serve a multiple of them on the slowest machine. */
    private static final double HEALTHY_PER_SECOND = 20;

    private final Stage stage;

    PoolerScenes(Stage stage) {
        this.stage = stage;
    }

    /** An open loop below saturation. More users than the alert's threshold: they could wait, if there was a reason. */
    void healthy() throws Exception {
        String text = stage.pooler(Map.of()).text(APPLICATION);
        Application web = stage.application("web", ClientPoolScenes.pool(20));
        web.serveOpen(stage.bench(), CLIENTS, HEALTHY_PER_SECOND, Duration.ofMillis(500), text, Application.reading());
        stage.watch();
        web.serveOpen(stage.bench(), CLIENTS, HEALTHY_PER_SECOND, stage.settling(), text, Application.reading());
    }

    /** Thirty clients on four server connections, each of them always asking. */
    void saturation() throws Exception {
        LabPooler pooler = stage.pooler(Map.of());
        Application web = stage.application("web", ClientPoolScenes.pool(CLIENTS));
        web.serve(CLIENTS, Duration.ofMillis(1), pooler.text(APPLICATION), Application.taking(PAUSE));
        web.opened(stage.bench(), CLIENTS);
        stage.watch();
        stage.untilFired();
        new AdminView(stage.bench(), pooler).show(web);
    }

    /** A client's SET outlives it. */
    void sessionState() throws Exception {
        LabPooler pooler = stage.pooler(Map.of("default_pool_size", 1));
        Application web = stage.application("web", ClientPoolScenes.pool(1));
        Application reports = stage.application("reports", ClientPoolScenes.pool(1));
        web.serve(pooler.text(APPLICATION), Application.reading());
        reports.serve(pooler.text("bookstore reports"), Application.reading());
        stage.watch();
        web.serve(pooler.text(APPLICATION), connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("set statement_timeout = '7s'");
            }
        });
        String[] seen = {""};
        reports.serve(pooler.text("bookstore reports"), connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("show statement_timeout")) {
                row.next();
                seen[0] = row.getString(1);
            }
        });
        Thread.sleep(stage.settling());
        stage.figure("seen", "the next client had the setting", seen[0].equals("7s") ? 1 : 0);
    }

    /** The driver prepares, and the pooler does not keep track. */
    void prepared() throws Exception {
        LabPooler pooler = stage.pooler(Map.of("max_prepared_statements", 0));
        Application web = stage.application("web", ClientPoolScenes.pool(8));
        stage.watch();
        web.serve(8, PAUSE, pooler.text(APPLICATION) + "&prepareThreshold=1", Application.reading());
        stage.untilFired();
        stage.figure("errors-named", "errors with SQLSTATE 26000 or 42P05", web.errors("26000") + web.errors("42P05"));
    }

    /** A transaction without an end on each server connection, and three clients behind them. */
    void waiting() throws Exception {
        LabPooler pooler = stage.pooler(Map.of());
        Application job = stage.application("job", ClientPoolScenes.pool(4));
        for (int book = 1; book <= 4; book++)
            ClientPoolScenes.sellWithoutEnd(job.hold(pooler.text("bookstore job")), book);
        Application web = stage.application("web", ClientPoolScenes.pool(5));
        web.serve(3, PAUSE, pooler.text(APPLICATION), Application.reading());
        web.opened(stage.bench(), 3);
        stage.watch();
        stage.untilFired();
    }

    /** A server of its own: the run's goes on. */
    void serverDown() throws Exception {
        Application web = stage.application("web", ClientPoolScenes.pool(5));
        Server server = stage.anotherServer();
        web.serve(3, PAUSE, stage.pooler(Map.of()).text(APPLICATION), Application.reading());
        stage.watch();
        stage.firstScrape();
        server.kill();
        stage.untilFired();
    }

    void poolerDown() throws Exception {
        LabPooler pooler = stage.pooler(Map.of());
        Application web = stage.application("web", ClientPoolScenes.pool(5));
        web.serve(3, PAUSE, pooler.text(APPLICATION), Application.reading());
        stage.watch();
        stage.firstScrape();
        pooler.kill();
        stage.untilFired();
    }
}
