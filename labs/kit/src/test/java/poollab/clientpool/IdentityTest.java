package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import poollab.clientpool.Identity.AccessToken;
import poollab.clientpool.Identity.Credential;
import poollab.clientpool.Identity.Integrated;
import poollab.clientpool.Identity.TokenCallback;

/** One text, several identities: which of them share a pool, which a group, and how groups and pools end. */
@Timeout(60)
class IdentityTest {
    private static final String TEXT = "jdbc:postgresql://127.0.0.1/bookstore";

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final AtomicLong clock = new AtomicLong();
    private final List<String> created = new CopyOnWriteArrayList<>();
    private final KeyedPools pools = new KeyedPools(new PoolSettings(1, Duration.ofSeconds(30)), new PoolListener() {
        @Override
        public void poolCreated(String pool) {
            created.add(pool);
        }
    }, database, clock::get);

    @AfterEach
    void theBooksBalance() {
        Invariants.check(pools.counters());
        pools.close();
        assertThat(database.open()).isEmpty();
    }

    private void groupsAndPools(long activeGroups, long inactiveGroups, long activePools, long inactivePools) {
        PoolCounters c = pools.counters();
        assertThat(List.of(c.activePoolGroups(), c.inactivePoolGroups(), c.activePools(), c.inactivePools()))
                .as("active groups, inactive groups, active pools, inactive pools")
                .containsExactly(activeGroups, inactiveGroups, activePools, inactivePools);
    }

    @Test
    void aCredentialCountsAsAnObject() throws Exception {
        Credential one = new Credential("app", "secret");
        for (int i = 0; i < 3; i++) pools.open(TEXT, one).close();
        groupsAndPools(1, 0, 1, 0);
        pools.open(TEXT, new Credential("app", "secret")).close();
        groupsAndPools(2, 0, 2, 0);
        pools.open(TEXT).close();
        groupsAndPools(3, 0, 3, 0);
        assertThat(database.opened).hasSize(3);
        assertThat(database.identities.getFirst()).isSameAs(one);
        assertThat(created).first().isEqualTo(TEXT + " (credential of app)");
        assertThat(created).noneMatch(name -> name.contains("secret"));
    }

    @Test
    void aTokenCountsByItsTextAndACallbackAsAnObject() throws Exception {
        pools.open(TEXT, new AccessToken("eyJ1")).close();
        pools.open(TEXT, new AccessToken(new String("eyJ1"))).close();
        groupsAndPools(1, 0, 1, 0);
        pools.open(TEXT, new AccessToken("eyJ2")).close();
        groupsAndPools(2, 0, 2, 0);
        TokenCallback.Source source = () -> "eyJ3";
        pools.open(TEXT, new TokenCallback(source)).close();
        pools.open(TEXT, new TokenCallback(source)).close();
        groupsAndPools(4, 0, 4, 0);
        assertThat(created).noneMatch(name -> name.contains("eyJ"));
    }

    @Test
    void integratedIdentitiesAreEqualByNameAndShareAGroup() throws Exception {
        pools.open(TEXT, new Integrated("ann")).close();
        pools.open(TEXT, new Integrated(new String("ann"))).close();
        groupsAndPools(1, 0, 1, 0);
        pools.open(TEXT, new Integrated("bob")).close();
        groupsAndPools(1, 0, 2, 0);
        pools.open(TEXT + " ", new Integrated("bob")).close();
        groupsAndPools(2, 0, 3, 0);
        assertThat(pools.state()).isEqualTo(new PoolState(3, 0, 3, 0));
    }

    @Test
    void eachIdentityHasConnectionsOfItsOwn() throws Exception {
        Identity ann = new Integrated("ann");
        try (Connection _ = pools.open(TEXT, ann); Connection other = pools.open(TEXT, new Integrated("bob"))) {
            assertThat(other.isClosed()).isFalse();
        }
        try (AmbientTransaction ambient = new AmbientTransaction()) {
            pools.open(TEXT, ann, ambient).close();
            assertThatThrownBy(() -> pools.open(TEXT, new Integrated("bob"), ambient)).hasMessageContaining("distributed");
            pools.open(TEXT, ann, ambient).close();
        }
        assertThat(database.opened).hasSize(2);
    }

    @Test
    void clearingReachesTheWholeGroupAndNoOther() throws Exception {
        Credential credential = new Credential("app", "secret");
        pools.open(TEXT, new Integrated("ann")).close();
        pools.open(TEXT, new Integrated("bob")).close();
        pools.open(TEXT, credential).close();
        pools.clear(TEXT);
        assertThat(pools.counters().freeConnections()).isEqualTo(1);
        pools.clear(TEXT, credential);
        assertThat(pools.counters().freeConnections()).isZero();
    }

    @Test
    void anEmptyPoolBecomesInactiveAndGoesAndThenItsGroupDoes() throws Exception {
        pools.open(TEXT, new Integrated("ann")).close();
        Connection held = pools.open(TEXT, new Integrated("bob"));
        pools.pruneIdle();
        pools.pruneIdle();
        groupsAndPools(1, 0, 2, 0);
        pools.pruneGroups();
        groupsAndPools(1, 0, 1, 1);
        pools.pruneGroups();
        groupsAndPools(1, 0, 1, 0);
        held.close();
        pools.pruneIdle();
        pools.pruneIdle();
        pools.pruneGroups();
        groupsAndPools(1, 0, 0, 1);
        pools.pruneGroups();
        groupsAndPools(0, 1, 0, 0);
        pools.pruneGroups();
        groupsAndPools(0, 0, 0, 0);
        pools.open(TEXT, new Integrated("ann")).close();
        groupsAndPools(1, 0, 1, 0);
    }

    @Test
    void anOpenWakesAnIdleGroup() throws Exception {
        pools.open(TEXT).close();
        pools.clear(TEXT);
        pools.pruneGroups();
        groupsAndPools(1, 0, 0, 1);
        pools.open(TEXT).close();
        groupsAndPools(1, 0, 1, 1);
        pools.clear(TEXT);
        pools.pruneGroups();
        groupsAndPools(1, 0, 0, 1);
    }

    @Test
    void aPoolInItsBlockingPeriodStays() {
        database.script = (_, _) -> {
            throw new SQLException("no", "57P03");
        };
        assertThatThrownBy(() -> pools.open(TEXT)).hasMessage("no");
        pools.pruneGroups();
        groupsAndPools(1, 0, 1, 0);
        clock.addAndGet(Duration.ofSeconds(5).toNanos());
        pools.pruneGroups();
        groupsAndPools(1, 0, 0, 1);
    }

    @Test
    void aCredentialAndALoginInTheTextExcludeEachOther() {
        for (String text : List.of(TEXT + "?user=app", TEXT + "?a=b&Password=x", "jdbc:sqlserver://h;userName=app")) {
            SQLException refused = catchThrowableOfType(SQLException.class, () -> pools.open(text, new Credential("app", "secret")));
            assertThat(refused.getSQLState()).as(text).isEqualTo("28000");
        }
        groupsAndPools(0, 0, 0, 0);
    }

    @Test
    void aConnectorThatKnowsNoIdentitiesRefusesThem() {
        PhysicalConnector plain = (text, left) -> database.connect(text, left);
        assertThatThrownBy(() -> plain.connect(TEXT, new Integrated("ann"), Duration.ofSeconds(1)))
                .hasMessageContaining("account ann")
                .extracting("SQLState")
                .isEqualTo("28000");
    }

    @Test
    void aCallbackIsAskedForEachPhysicalOpen() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Identity callback = new TokenCallback(() -> "token " + asked.incrementAndGet());
        for (int i = 1; i <= 2; i++) {
            Properties login = new Properties();
            callback.into(login, false);
            assertThat(login).containsOnly(Map.entry("password", "token " + i));
        }
        Properties login = new Properties();
        callback.into(login, true);
        assertThat(login).containsOnlyKeys("accessToken");
    }
}
