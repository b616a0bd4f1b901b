package poollab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import poollab.bench.Observation.Axis;
import poollab.bench.Observation.Curve;
import poollab.bench.Observation.Curves;
import poollab.bench.Observation.Dot;
import poollab.bench.Unit;

class CurveTextTest {
    private static final Curves CURVES = new Curves(
            "throughput", "Throughput <by> pool size", new Axis("pool size", Unit.COUNT), new Axis("throughput", Unit.PER_SECOND),
            List.of(
                    new Curve("measured, 2 cores", false,
                            List.of(new Dot(1, 400), new Dot(10, 1_600), new Dot(50, 1_000), new Dot(200, 400))),
                    new Curve("8 cores", true, List.of(new Dot(1, 400), new Dot(20, 4_000), new Dot(200, 2_000)))));

    @Test
    void a_letter_for_each_curve_and_a_legend_that_says_what_is_simulated() {
        assertThat(String.join("\n", CurveText.lines(CURVES, 60)) + "\n").isEqualTo("""
                throughput (/s)
                5,000 ┼
                      │
                      │                            ·A·
                3,750 ┼                         ···   ·····
                      │                     ····           ······
                2,500 ┼                 ····                     ·····
                      │              ···                              ·····
                      │          ····         *                            A
                1,250 ┼      ····     ········ ···········
                      │   ············                    ···*·······
                      │*·····                                        ······*
                    0 ┼
                      └─────────────────────────────────────────────────────
                       1      2        5      10    20       50     100  200
                       pool size, in equal ratios
                  * measured, 2 cores: highest 1,600/s at 10
                  A 8 cores (simulated): highest 4,000/s at 20
                """);
    }

    @ParameterizedTest
    @ValueSource(ints = {38, 78, 118})
    void no_line_is_longer_than_the_screen(int width) {
        assertThat(CurveText.lines(CURVES, width)).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
    }

    @Test
    void ascii_means_ascii() {
        assertThat(CurveText.lines(CURVES, 78)).allSatisfy(line -> assertThat(new Ink(false, true).plain(line)).isASCII());
    }

    @Test
    void the_drawing_has_a_line_for_each_curve_and_says_which_is_simulated() throws Exception {
        Element svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(CurveChart.of(CURVES))))
                .getDocumentElement();
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("Throughput <by> pool size");
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
                .contains("measured, 2 cores: highest 1,600/s at 10, at the end 400/s", "8 cores (simulated): highest 4,000/s at 20");
        // A line and its sample in the legend each; a dot for each point.
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(4);
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(7);
        assertThat(svg.getTextContent()).contains("throughput (/s)", "pool size, in equal ratios");
    }
}
