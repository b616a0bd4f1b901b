package poollab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Point;
import poollab.bench.Observation.Series;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;

class ChartsTest {
    private static Element parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement();
    }

    @Test
    void a_bar_chart_is_well_formed_and_says_what_it_shows() throws Exception {
        Table table = new Table("requests", "Requests <slow & quick>",
                List.of(new Column("request", Unit.TEXT), new Column("total", Unit.MILLISECONDS)),
                List.of(List.of("1", 174.0), List.of("6", 3004.0)), "total");
        Element svg = parse(BarChart.of(table));
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("Requests <slow & quick>");
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).contains("1 174 ms; 6 3,004 ms");
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(3);
    }

    @Test
    void a_step_chart_has_one_line_for_each_figure() throws Exception {
        Series series = new Series("slots", "Slots", Unit.COUNT, List.of("in use", "idle"),
                List.of(new Point(0, List.of(0.0, 0.0)), new Point(500, List.of(5.0, 1.0))));
        Element svg = parse(StepChart.of(series));
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).contains("in use: at most 5");
        // Two lines, each with its sample in the legend.
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(4);
    }
}
