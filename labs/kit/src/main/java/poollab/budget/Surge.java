package poollab.budget;

/**
 * How many instances a rolling deploy starts before it ends old ones, as Kubernetes' {@code maxSurge}: a number, or a
 * percentage of the instances, rounded up.
 *
 * @param amount 0 or more
 */
public record Surge(int amount, boolean percent) {
    /** Kubernetes' default. */
    public static final Surge STANDARD = new Surge(25, true);

    public Surge {
        if (amount < 0) throw new IllegalArgumentException("surge " + amount + ": at least 0");
    }

    /**
     * @param text {@code 2} or {@code 25%}
     * @throws IllegalArgumentException when it is neither
     */
    public static Surge parse(String text) {
        String trimmed = text.strip();
        if (!trimmed.matches("\\d{1,6}\\s*%?")) throw new IllegalArgumentException("is neither a number nor a percentage");
        boolean percent = trimmed.endsWith("%");
        return new Surge(Integer.parseInt(trimmed.replaceAll("\\D", "")), percent);
    }

    /** Instances that run besides. */
    public int of(int instances) {
        return percent ? Math.ceilDiv(instances * amount, 100) : amount;
    }

    @Override
    public String toString() {
        return percent ? amount + "%" : "" + amount;
    }
}
