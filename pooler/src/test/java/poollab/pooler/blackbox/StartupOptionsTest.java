package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The startup parameter that holds parameters: {@code options}. */
class StartupOptionsTest {
    private static final String FORM =
            "FATAL 08P01 unsupported options startup parameter: only '-c config=val' and '--config=val' are allowed";
    private static PoolerRig rig;

    @BeforeAll
    static void start() {
        rig = PoolerRig.with("ignore_startup_parameters = geqo");
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c DateStyle=SQL,DMY", "-cDateStyle=SQL,DMY", "--DateStyle=SQL,DMY", "--datestyle=SQL,DMY",
            "  -c   DateStyle=SQL,DMY", "-c geqo=off --DateStyle=SQL,DMY", "-c DateStyle=SQL,\\DMY",
            "-c TimeZone=UTC -c DateStyle=SQL,DMY"})
    void followedParametersAreTakenFromBothForms(String options) {
        try (RawClient client = rig.client("options", options)) {
            assertThat(client.value("show datestyle")).isEqualTo("SQL, DMY");
        }
    }

    @Test
    void aBackslashKeepsABlankInAValue() {
        try (RawClient client = rig.client("options", "-c application_name=two\\ words\\\\")) {
            assertThat(client.value("show application_name")).isEqualTo("two words\\");
        }
    }

    @Test
    void emptyOptionsAreNoOptions() {
        try (RawClient client = rig.client("options", "")) {
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    /** The value of an option may be longer than any buffer on the stack. */
    @Test
    void longValuesAreTaken() {
        try (RawClient client = rig.client("options", "-c geqo=" + "x".repeat(5000) + " -c DateStyle=SQL,DMY")) {
            assertThat(client.value("show datestyle")).isEqualTo("SQL, DMY");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c", "-c a", "-c ", "--", "--a", "-", "a=b", "-d 3", "-c \\", "--work_mem", "-c geqo=1 x",
            "---", "-c geqo=1 ", "\\", "-c DateStyle"})
    void otherFormsAreRefused(String options) {
        assertThat(refusal(options)).isEqualTo(FORM);
    }

    @ParameterizedTest
    @CsvSource({"-c a=b, a", "--a=b, a", "--work_mem=1 -c, work_mem", "-c geqo=1 --x=y=z, x", "-c a=\\, a",
            "--enable-seqscan=off, enable-seqscan"})
    void unknownParametersAreRefusedByName(String options, String name) {
        assertThat(refusal(options)).isEqualTo("FATAL 08P01 unsupported startup parameter in options: " + name);
    }

    /** CVE-2026-107349: PgBouncer 1.25.2 spins on these for ever when ignore_startup_parameters holds something. */
    @ParameterizedTest
    @ValueSource(strings = {"-c=", "--=", "--=x", "-c =", "-c =x", "-c= -c=", "-c = ="})
    void anEmptyNameIsRefused(String options) {
        assumeFalse(PoolerUnderTest.isPeer());
        assertThat(refusal(options)).isEqualTo("FATAL 08P01 unsupported startup parameter in options: ");
    }

    @Test
    void aParameterNamedInAnErrorIsCutTo127BytesOfText() {
        String error = refusal("-c " + "n".repeat(300) + "=1");
        assertThat(error.substring("FATAL 08P01 ".length()))
                .hasSize(127).startsWith("unsupported startup parameter in options: nnn");
    }

    @Test
    void ignoringOptionsIgnoresTheUnknownParametersInThemOnly() {
        try (PoolerRig lenient = PoolerRig.with("ignore_startup_parameters = extra_float_digits,options");
                RawClient client = lenient.client("options", "-c work_mem=1 -c DateStyle=SQL,DMY", "extra_float_digits", "3")) {
            assertThat(client.value("show datestyle")).isEqualTo("SQL, DMY");
            assertThat(client.value("show work_mem")).isEqualTo("4MB");
        }
    }

    private static String refusal(String options) {
        try (RawClient client = rig.connect()) {
            Reply reply = client.tryLogin(PostgresRig.DATABASE, PostgresRig.APP, PostgresRig.APP_PASSWORD,
                    "options", options);
            assertThat(reply.types()).isEqualTo("E");
            return reply.error();
        }
    }
}
