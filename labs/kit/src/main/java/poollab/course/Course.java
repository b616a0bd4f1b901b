package poollab.course;

import java.util.List;

/** A set of labs, found through {@link java.util.ServiceLoader}. */
public interface Course {
    List<Lab> labs();
}
