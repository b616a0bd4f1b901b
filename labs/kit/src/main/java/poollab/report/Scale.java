package poollab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where numbers stand along a line from 0 to 1: in equal steps, or in equal ratios where they spread too far for that.
 *
 * @param low stands at 0
 * @param high stands at 1
 */
record Scale(double low, double high, boolean logarithmic) {
    /** From so many times the smallest on, equal steps would press the small ones together. */
    private static final double FAR = 20;

    /** For values above 0. In equal steps it begins at 0. */
    static Scale of(List<Double> values) {
        double least = values.stream().min(Comparator.naturalOrder()).orElse(1.0);
        double most = values.stream().max(Comparator.naturalOrder()).orElse(1.0);
        if (least > 0 && most / least >= FAR) return new Scale(least, most, true);
        return new Scale(0, Svg.niceCeiling(most), false);
    }

    /** 0 to 1. */
    double at(double value) {
        if (!logarithmic) return value / high;
        return high == low ? 0 : Math.log(Math.max(value, low) / low) / Math.log(high / low);
    }

    /** Round numbers to mark, the ends of the scale among them where they are round. */
    List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        if (!logarithmic) {
            int steps = high <= 5 && high == Math.rint(high) ? (int) high : 4;
            for (int i = 0; i <= steps; i++) marks.add(high * i / steps);
            return marks;
        }
        for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10)
            for (int step : new int[] {1, 2, 5})
                if (step * power >= low * 0.999 && step * power <= high * 1.001) marks.add(step * power);
        return marks;
    }
}
