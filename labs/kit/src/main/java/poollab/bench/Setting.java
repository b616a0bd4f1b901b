package poollab.bench;

/**
 * One knob as a run had it, in the form of its record.
 *
 * @param value a number for whole numbers, else the text a learner would type
 * @param standard the default, in the same form
 * @param origin where the value came from
 * @param why the reason of an adapted default, else null
 */
public record Setting(String name, Object value, Object standard, Origin origin, String why) {
    /** Where a value came from. */
    public enum Origin {
        DEFAULT,
        ADAPTED,
        QUICK,
        SET;

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /** {@code clients 40 (default 200, here 40: 2 cores)} and the like. */
    public String describe() {
        String shown = name + " " + value;
        return origin == Origin.ADAPTED ? shown + " (default " + standard + ", here " + value + ": " + why + ")" : shown;
    }
}
