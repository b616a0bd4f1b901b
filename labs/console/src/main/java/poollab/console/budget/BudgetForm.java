package poollab.console.budget;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import poollab.bench.BadInput;
import poollab.budget.Budget;
import poollab.budget.Limits;
import poollab.budget.Service;
import poollab.budget.Surge;

/** Asks for a budget, a question after the other. An empty answer takes the default in brackets. */
final class BudgetForm {
    private static final int POOL = 10;

    private final BufferedReader in;
    private final PrintStream out;

    BudgetForm(BufferedReader in, PrintStream out) {
        this.in = in;
        this.out = out;
    }

    /** @param known the limits of a server that was asked, null to ask for them here */
    Budget ask(Limits known) throws IOException {
        out.println("How many connections may your services open together? Enter takes the value in");
        out.println("brackets, Ctrl-C ends it.");
        out.println();
        Limits limits = known != null ? known : new Limits(
                number("max_connections of the server", Limits.MAX_CONNECTIONS, 1), Limits.SUPERUSER_RESERVED, 0,
                number("kept free for people, backups, monitoring", Limits.MAINTENANCE, 0));
        List<Service> services = new ArrayList<>();
        while (true) {
            String prompt = services.isEmpty() ? "a service that connects" : "another one, empty to end";
            String name = text(prompt, services.isEmpty() ? "web" : "");
            if (name.isEmpty()) break;
            services.add(service(name));
        }
        out.println();
        return new Budget(limits, services, List.of());
    }

    private Service service(String name) throws IOException {
        int min = number("  instances that always run", 1, 0);
        int max = number("  instances at the autoscaler's maximum", Math.max(1, min), Math.max(1, min));
        int pools = number("  pools in each instance", 1, 1);
        int size = number("  most connections of each pool", POOL, 1);
        Surge surge = answer("  started besides during a deploy", Surge.STANDARD.toString(), Surge::parse);
        return new Service(name, min, max, pools, 1, size, surge, null);
    }

    /** Whether to do something, no unless told so. */
    boolean agrees(String question) throws IOException {
        return text(question + " (y/n)", "n").toLowerCase(Locale.ROOT).startsWith("y");
    }

    String text(String question, String standard) throws IOException {
        out.print(question + (standard.isEmpty() ? ": " : " [" + standard + "]: "));
        out.flush();
        String line = in.readLine();
        if (line == null) throw new BadInput("the input ended before the last answer", "Write a file instead: ./lab budget --example");
        return line.isBlank() ? standard : line.strip();
    }

    private int number(String question, int standard, int least) throws IOException {
        return answer(question, "" + standard, text -> {
            if (!text.matches("\\d{1,7}") || Integer.parseInt(text) < least)
                throw new IllegalArgumentException("is no whole number from " + least + " on");
            return Integer.parseInt(text);
        });
    }

    private <T> T answer(String question, String standard, Function<String, T> parse) throws IOException {
        while (true) {
            String text = text(question, standard);
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                out.println("  " + text + " " + e.getMessage());
            }
        }
    }
}
