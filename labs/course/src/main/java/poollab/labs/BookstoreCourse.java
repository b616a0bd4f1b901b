package poollab.labs;

import java.util.List;
import java.util.Map;
import poollab.course.Course;
import poollab.course.Lab;
import poollab.labs.budget.BudgetLab;
import poollab.labs.cost.Cost;
import poollab.labs.failover.Failover;
import poollab.labs.fragmentation.Fragmentation;
import poollab.labs.leak.Leak;
import poollab.labs.monitoring.Monitoring;
import poollab.labs.multiplexing.Multiplexing;
import poollab.labs.overload.Overload;
import poollab.labs.prepared.Prepared;
import poollab.labs.sessionstate.SessionState;
import poollab.labs.sizing.Sizing;
import poollab.labs.waiting.Waiting;

/** Connection pooling, learned on an online bookshop. */
public final class BookstoreCourse implements Course {
    @Override
    public List<Lab> labs() {
        return List.of(
                new Lab(
                        "01",
                        "leak",
                        "connections that never come back",
                        "Request 6 waits three seconds and fails. What used up the pool?",
                        Leak::new,
                        Map.of("fault", "none")),
                new Lab(
                        "02",
                        "fragmentation",
                        "fifty pools where one would do",
                        "One word in the connection string made fifty pools. How, and what does it cost?",
                        Fragmentation::new,
                        Map.of("string", "canonical")),
                new Lab(
                        "03",
                        "overload",
                        "sorry, too many clients already",
                        "A pool of 300 on a server that takes 200. Who is served, and how fast?",
                        Overload::new,
                        Map.of("client-pool", "20")),
                new Lab(
                        "04",
                        "cost",
                        "what one connection costs",
                        "Fifteen warm connections in every instance: what do they cost, and what do they save?",
                        Cost::new,
                        Map.of("max-idle", "20", "min-pool-size", "0")),
                new Lab(
                        "05",
                        "sizing",
                        "a bigger pool is not a faster pool",
                        "Somebody raised the pool from 20 to 100 to mend the latency. What did it do?",
                        Sizing::new,
                        Map.of()),
                new Lab(
                        "06",
                        "budget",
                        "the multiplication nobody did",
                        "One instance with a pool of 20 is perfect. What do twelve of them do to the server?",
                        BudgetLab::new,
                        Map.of("through", "pooler")),
                new Lab(
                        "07",
                        "multiplexing",
                        "250 clients on 20 connections",
                        "230 of 250 clients wait at any time, and the shop sells more. How?",
                        Multiplexing::new,
                        Map.of()),
                new Lab(
                        "08",
                        "session-state",
                        "another client's SET cancels your report",
                        "The report was canceled by a time limit that nobody has set for it. Whose was it?",
                        SessionState::new,
                        Map.of("remedy", "set-local", "part", "report")),
                new Lab(
                        "09",
                        "prepared",
                        "prepared statement S_1 does not exist",
                        "The statement was prepared a moment ago. Who has forgotten it: client, pooler or server?",
                        Prepared::new,
                        Map.of("driver", "threshold-0", "part", "load")),
                new Lab(
                        "10",
                        "waiting",
                        "where requests queue, and who gives up first",
                        "The database has nothing to do, and nobody is served. Where does everybody wait?",
                        Waiting::new,
                        Map.of("fault", "none", "client-pool", "11", "unlock", "after-rollback", "order", "right")),
                new Lab(
                        "11",
                        "failover",
                        "every pool reconnects at once",
                        "The server restarts in half a second. Why is the shop down for five?",
                        Failover::new,
                        Map.of("through", "pooler", "pause", "on")),
                new Lab(
                        "12",
                        "monitoring",
                        "knowing before the users do",
                        "Every rule was green while the users waited. Which alert tells of which fault?",
                        Monitoring::new,
                        Map.of("fault", "saturation")));
    }
}
