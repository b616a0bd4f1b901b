package poollab.course;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import poollab.bench.BadInput;

/** All labs of all courses on the class path, by number. */
public final class Catalogue {
    private final List<Lab> labs;

    public Catalogue(List<Lab> labs) {
        this.labs = labs.stream().sorted(Comparator.comparing(Lab::number)).toList();
    }

    public static Catalogue load() {
        List<Lab> found = new ArrayList<>();
        for (Course course : ServiceLoader.load(Course.class)) found.addAll(course.labs());
        return new Catalogue(found);
    }

    public List<Lab> labs() {
        return labs;
    }

    /**
     * The lab of this number ({@code 02} or {@code 2}) or name.
     *
     * @throws BadInput when there is none
     */
    public Lab find(String given) {
        String number = given.matches("\\d") ? "0" + given : given;
        return labs.stream()
                .filter(lab -> lab.number().equals(number) || lab.name().equalsIgnoreCase(given))
                .findFirst()
                .orElseThrow(() -> BadInput.unknown("lab", given, names()));
    }

    private List<String> names() {
        return labs.stream().flatMap(lab -> Stream.of(lab.number(), lab.name())).toList();
    }
}
