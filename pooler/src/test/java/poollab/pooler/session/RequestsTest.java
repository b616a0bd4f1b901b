package poollab.pooler.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private record Entry(byte type, byte action, Statement statement) {}

    @Test
    void itBehavesAsAQueueHoweverItGrowsAndGoesRound() {
        Random random = new Random(4);
        Requests requests = new Requests();
        ArrayDeque<Entry> expected = new ArrayDeque<>();
        for (int step = 0; step < 20_000; step++) {
            boolean grow = step % 4000 < 2500;
            if (expected.isEmpty() || random.nextInt(10) < (grow ? 6 : 3)) {
                Entry entry = new Entry((byte) "QSPBEDCcf".charAt(random.nextInt(9)), (byte) random.nextInt(3),
                        step > 5000 && random.nextBoolean() ? new Statement(new byte[] {(byte) step}, step) : null);
                if (random.nextInt(20) == 0) {
                    entry = new Entry(entry.type, entry.action, null);
                    requests.putFirst(entry.type, entry.action);
                    expected.addFirst(entry);
                } else {
                    requests.add(entry.type, entry.action, entry.statement);
                    expected.addLast(entry);
                }
            } else {
                requests.remove();
                expected.removeFirst();
            }
            assertThat(requests.size()).isEqualTo(expected.size());
            assertThat(requests.isEmpty()).isEqualTo(expected.isEmpty());
            Entry first = expected.peekFirst();
            assertThat(requests.type()).isEqualTo(first == null ? 0 : first.type);
            if (first == null) continue;
            assertThat(requests.action()).isEqualTo(first.action);
            assertThat(requests.statement()).isSameAs(first.statement);
            assertThat(requests.contains('c')).isEqualTo(expected.stream().anyMatch(entry -> entry.type == 'c'));
        }
    }

    @Test
    void theNextOneIsNeverOneThatTheServerWasNotAsked() {
        Requests requests = new Requests();
        requests.add((byte) 'P', Requests.FAKE);

        assertThat(requests.nextIs('P')).isFalse();
        assertThat(requests.type()).isEqualTo((byte) 'P');
    }
}
