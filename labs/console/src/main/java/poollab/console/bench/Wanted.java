package poollab.console.bench;

import java.util.List;
import poollab.bench.BadInput;

/**
 * What is to be measured.
 *
 * @param seconds of each round
 * @param clients how many at a time, one series of rounds for each
 * @param idle how many clients with nothing to do, rising
 */
record Wanted(int seconds, int rounds, List<Integer> clients, List<Load> loads, List<Integer> idle) {
    Wanted {
        within("--seconds", seconds, 1, 3_600);
        within("--rounds", rounds, 1, 100);
        for (int each : clients) within("--clients", each, 1, 5_000);
        // A client of the loopback address takes one of its 28,000 ports.
        for (int each : idle) within("--idle", each, 0, 20_000);
        clients = List.copyOf(clients);
        loads = List.copyOf(loads);
        idle = idle.stream().sorted().distinct().toList();
    }

    private static void within(String option, int given, int least, int most) {
        if (given < least || given > most)
            throw new BadInput(option + " " + given + " is out of range", option + " takes " + least + " to " + most + ".");
    }

    int mostClients() {
        return Math.max(clients.stream().mapToInt(i -> i).max().orElse(0), idle.isEmpty() ? 0 : idle.getLast());
    }

    List<Integer> clients(Load load) {
        return load.logsIn() ? List.of(Load.LOGIN_CLIENTS) : clients;
    }

    /** How long all of it takes, without what starting costs. */
    int seconds(int contestants) {
        return contestants * seconds * loads.stream().mapToInt(load -> 1 + rounds * clients(load).size()).sum();
    }
}
