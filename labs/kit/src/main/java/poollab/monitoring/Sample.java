package poollab.monitoring;

/** One value of one series. */
public record Sample(String name, Labels labels, double value) {}
