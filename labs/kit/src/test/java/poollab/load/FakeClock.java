package poollab.load;

/** A clock that one thread moves by sleeping, and by whatever it pretends to do. */
final class FakeClock implements LoadClock {
    private long now = 1_000_000;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void sleepUntil(long nanos) {
        now = Math.max(now, nanos);
    }

    void passMs(double ms) {
        now += Math.round(ms * 1e6);
    }
}
