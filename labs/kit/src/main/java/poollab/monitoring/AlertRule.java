package poollab.monitoring;

import java.time.Duration;
import java.util.Map;

/**
 * An alert.
 *
 * @param text the expression as it stands in the file
 * @param expression each series that it comes to is an alert of this name
 * @param holds how long it must be so before the alert fires, in the time that the rules were read for
 */
public record AlertRule(
        String name,
        String text,
        Expression expression,
        Duration holds,
        Map<String, String> labels,
        Map<String, String> annotations) {}
