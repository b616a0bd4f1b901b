package poollab.pooler.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatementNamesTest {
    @Test
    void itBehavesAsAMapWhateverIsPutAndRemoved() {
        Random random = new Random(7);
        StatementNames names = new StatementNames();
        Map<String, Statement> expected = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            String name = "s" + random.nextInt(step % 20_000 < 10_000 ? 400 : 40) + (random.nextBoolean() ? "_é" : "");
            ByteBuffer in = ByteBuffer.wrap(("xx" + name + "\0").getBytes(UTF_8));
            int to = in.limit() - 1;
            assertThat(names.get(in, 2, to)).isSameAs(expected.get(name));
            if (expected.containsKey(name)) {
                assertThat(names.remove(in, 2, to)).isSameAs(expected.remove(name));
            } else {
                Statement statement = new Statement(new byte[] {1}, step);
                names.put(in, 2, to, statement);
                expected.put(name, statement);
            }
            assertThat(names.size()).isEqualTo(expected.size());
        }
        assertThat(names.all()).containsExactlyInAnyOrderElementsOf(expected.values());
    }

    @Test
    void whatIsNotThereIsNotRemoved() {
        assertThat(new StatementNames().remove(ByteBuffer.wrap(new byte[] {'a', 0}), 0, 1)).isNull();
    }
}
