package poollab.labs.monitoring;

import static poollab.labs.monitoring.Monitoring.FAULT;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.Words;

/** What a run of lab 12 must show, whatever its settings. */
final class MonitoringClaims {
    static final List<Claim> ALL = all();

    private MonitoringClaims() {}

    private static List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        claims.add(Claim.when(
                s -> true,
                "healthy-is-silent",
                s -> "an open loop below saturation: no alert fires",
                e -> Verdict.of(e.count("healthy-alerts") == 0, Words.count(e.count("healthy-alerts"), "alert"))));
        for (Fault fault : Fault.shown()) claims.add(fires(fault));
        claims.add(Claim.when(
                staged(Fault.OVERLOAD),
                "overload-53300",
                s -> "overload: the application's counter names 53300",
                e -> counted(e, "overload.errors-53300")));
        claims.add(Claim.when(
                staged(Fault.PREPARED),
                "prepared-named",
                s -> "prepared: the application's counter names 26000 or 42P05",
                e -> counted(e, "prepared.errors-named")));
        claims.add(Claim.when(
                staged(Fault.SESSION_STATE),
                "session-state-unseen",
                s -> "session-state: the next client has the setting, and no alert fires",
                e -> Verdict.of(
                        e.count("session-state.seen") == 1 && e.count("alerts.session-state") == 0,
                        (e.count("session-state.seen") == 1 ? "it had it, " : "it did not have it, ")
                                + Words.count(e.count("alerts.session-state"), "alert"))));
        claims.add(Claim.when(
                staged(Fault.SATURATION),
                "reload-takes-hold",
                s -> "a larger default_pool_size opens server connections after RELOAD, and no client notices",
                e -> Verdict.of(
                        e.count("reload.servers-after") > e.count("reload.servers-before") && e.count("reload.errors") == 0,
                        e.count("reload.servers-before") + ", then " + e.count("reload.servers-after") + ", "
                                + Words.count(e.count("reload.errors"), "error"))));
        claims.add(Claim.when(
                staged(Fault.SATURATION).or(staged(Fault.WAITING)),
                "column-names-stay-silent",
                s -> "the same rules on the console's column names never fire",
                e -> Verdict.of(
                        e.count("column-names-fired") == 0 && e.count("alerts-fired") > 0,
                        e.count("column-names-fired") + " of them fired, " + e.count("alerts-fired") + " of the others")));
        claims.add(Claim.when(
                s -> s.get(FAULT) == Fault.ALL,
                "every-alert-fires",
                s -> "each of the file's alerts was seen to fire",
                e -> Verdict.of(
                        e.count("alerts-fired") == alerts(), e.count("alerts-fired") + " of " + alerts())));
        return List.copyOf(claims);
    }

    private static int alerts() {
        return Rules.read(Rules.ALERTS, 1).size();
    }

    private static Predicate<Settings> staged(Fault fault) {
        return s -> s.get(FAULT).staged().contains(fault);
    }

    private static Claim fires(Fault fault) {
        String id = fault.id();
        return Claim.when(
                staged(fault),
                id + "-fires",
                s -> id + ": it shows in " + fault.metric + ", and " + String.join(" and ", fault.alerts)
                        + (fault.alerts.size() == 1 ? " fires" : " fire"),
                e -> Verdict.of(
                        e.count("alerts." + id) == fault.alerts.size() && e.figure("faulty." + id) > e.figure("healthy." + id),
                        e.count("alerts." + id) + " of " + fault.alerts.size() + " fired, at most "
                                + Unit.COUNT.format(e.figure("faulty." + id)) + " against "
                                + Unit.COUNT.format(e.figure("healthy." + id)) + " in the healthy run"));
    }

    private static Verdict counted(Evidence e, String figure) {
        return Verdict.of(e.count(figure) > 0, Words.count(e.count(figure), "error"));
    }
}
