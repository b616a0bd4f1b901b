package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds for the sixteen counters at every instant. */
final class Invariants {
    private Invariants() {}

    static void check(PoolCounters c) {
        assertThat(c.pooledConnections())
                .as("pooled = active + free + stasis in %s", c)
                .isEqualTo(c.activeConnections() + c.freeConnections() + c.stasisConnections());
        assertThat(c.softConnects() - c.softDisconnects())
                .as("soft connects - disconnects = active soft in %s", c)
                .isEqualTo(c.activeSoftConnects());
        assertThat(c.activeSoftConnects()).as("active soft = active in %s", c).isEqualTo(c.activeConnections());
        assertThat(c.hardConnects() - c.hardDisconnects())
                .as("hard connects - disconnects = active hard in %s", c)
                .isEqualTo(c.activeHardConnections());
        assertThat(c.activeHardConnections())
                .as("active hard = pooled + non-pooled in %s", c)
                .isEqualTo(c.pooledConnections() + c.nonPooledConnections());
        for (var component : PoolCounters.class.getRecordComponents()) {
            try {
                assertThat((long) component.getAccessor().invoke(c)).as("%s in %s", component.getName(), c).isNotNegative();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }
}
