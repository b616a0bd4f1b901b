package poollab.pooler.auth.hba;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who may log in as whom. */
class IdentMapsTest {
    private static final IdentMaps MAPS = IdentMaps.parse("""
            # map system-user user
            staff   ann           boss
            staff   "bob smith"   "all"
            staff   carl          all

            other   ann           clerk
            "quoted" ann          clerk
            short   ann
            long    ann           clerk  more
            """);

    @Test
    void aMapGivesTheNamesItHasAndNoOthers() {
        IdentMap staff = MAPS.maps().get("staff");
        assertThat(staff.allows("ann"::equals, "boss")).isTrue();
        assertThat(staff.allows("ann"::equals, "ann")).isFalse();
        assertThat(staff.allows("ann"::equals, "clerk")).isFalse();
        assertThat(staff.allows("carl"::equals, "whoever")).isTrue();
        assertThat(staff.allows("dan"::equals, "boss")).isFalse();
    }

    @Test
    void allInQuotesIsAName() {
        IdentMap staff = MAPS.maps().get("staff");
        assertThat(staff.allows("bob smith"::equals, "all")).isTrue();
        assertThat(staff.allows("bob smith"::equals, "boss")).isFalse();
    }

    @Test
    void whoHasSeveralNamesMayUseEach() {
        assertThat(MAPS.maps().get("staff").allows(Set.of("x", "ann")::contains, "boss")).isTrue();
    }

    @Test
    void brokenLinesAreLeftOutAndNamed() {
        assertThat(MAPS.maps()).containsOnlyKeys("staff", "other");
        assertThat(MAPS.warnings()).containsExactly("could not parse ident config line 7", "could not parse ident config line 8",
                "ident line 9: unsupported parameters", "could not parse ident config line 9");
    }
}
