package poollab.labs.waiting;

import java.time.Duration;

/** How the time limits inside a service stand to the gateway's: the {@code order} knob. */
enum Order {
    /** The inner ones end first. */
    RIGHT,
    /** The gateway's ends first. */
    WRONG;

    private static final int FACTOR = 3;

    /** The limit of everything behind the gateway. */
    Duration inner(Duration gateway) {
        return this == RIGHT ? gateway.dividedBy(FACTOR) : gateway.multipliedBy(FACTOR);
    }
}
