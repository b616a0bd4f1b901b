package poollab.labs;

import java.util.List;
import java.util.Map;
import poollab.course.Course;
import poollab.course.Lab;
import poollab.labs.fragmentation.Fragmentation;
import poollab.labs.leak.Leak;

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
                        Map.of("string", "canonical")));
    }
}
