package poollab.labs;

/** On or off. */
public enum Toggle {
    ON,
    OFF
}
