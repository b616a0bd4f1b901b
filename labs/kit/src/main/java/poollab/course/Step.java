package poollab.course;

import java.util.List;

/**
 * One screenful or two of a lab: a story, a prediction, a run, an explanation.
 *
 * @param id unique within the lab; progress is kept by it
 * @param title a heading
 * @param minutes of reading and doing
 * @param brief whether it belongs to the five-minute path
 */
public record Step(String id, String title, int minutes, boolean brief, List<Block> blocks) {
    public Step {
        blocks = List.copyOf(blocks);
    }
}
