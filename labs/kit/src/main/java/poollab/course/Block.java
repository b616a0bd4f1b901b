package poollab.course;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A part of a step. The console renders it and stops where the learner has something to do. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "block")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Block.Paragraph.class, name = "paragraph"),
    @JsonSubTypes.Type(value = Block.Code.class, name = "code"),
    @JsonSubTypes.Type(value = Block.Items.class, name = "items"),
    @JsonSubTypes.Type(value = Block.Grid.class, name = "grid"),
    @JsonSubTypes.Type(value = Block.Aside.class, name = "aside"),
    @JsonSubTypes.Type(value = Block.Predict.class, name = "predict"),
    @JsonSubTypes.Type(value = Block.RunIt.class, name = "run"),
    @JsonSubTypes.Type(value = Block.ClaimOf.class, name = "claim"),
    @JsonSubTypes.Type(value = Block.Vary.class, name = "vary"),
    @JsonSubTypes.Type(value = Block.Exercise.class, name = "exercise")
})
public sealed interface Block {
    record Paragraph(List<Span> text) implements Block {
        public Paragraph {
            text = List.copyOf(text);
        }
    }

    /**
     * Code or output, verbatim.
     *
     * @param language {@code java}, {@code csharp}, {@code sql}, {@code text}, …
     * @param title a caption, or null
     * @param source the file of this project that it was taken from, or null for code quoted from elsewhere
     */
    record Code(String language, String title, String source, String text) implements Block {}

    /** A list; each item is one paragraph. */
    record Items(boolean numbered, List<List<Span>> items) implements Block {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A table: rows of cells, each a run of text. */
    record Grid(String title, List<List<Span>> header, List<List<List<Span>>> rows) implements Block {
        public Grid {
            header = List.copyOf(header);
            rows = List.copyOf(rows);
        }
    }

    /**
     * Something that stands apart.
     *
     * @param kind {@code incident}, {@code seen} (in the wild), {@code note}, {@code tip}, {@code warning}
     * @param title a heading, or null
     */
    record Aside(String kind, String title, List<Block> blocks) implements Block {
        public Aside {
            blocks = List.copyOf(blocks);
        }
    }

    /** A question answered before the run. */
    record Predict(Prediction prediction) implements Block {}

    /**
     * Here the experiment runs.
     *
     * @param settings the knobs that differ from their defaults, by name: the same text makes the same file
     */
    record RunIt(Map<String, String> settings) implements Block {
        public RunIt {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        }
    }

    /** A claim of the experiment, shown with its verdict in the learner's own run. */
    record ClaimOf(String id) implements Block {}

    /**
     * A suggestion to turn knobs and run again.
     *
     * @param settings as in {@link RunIt}
     * @param text what to watch for
     */
    record Vary(Map<String, String> settings, List<Span> text) implements Block {
        public Vary {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            text = List.copyOf(text);
        }
    }

    /** @param ref {@code 01/1} */
    record Exercise(String ref, List<Span> text) implements Block {
        public Exercise {
            text = List.copyOf(text);
        }
    }
}
