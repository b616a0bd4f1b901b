package poollab.pooler;

/** The pooler cannot start or go on; the message tells why and what to do. */
public final class PoolerException extends Exception {
    public PoolerException(String message) {
        super(message);
    }
}
