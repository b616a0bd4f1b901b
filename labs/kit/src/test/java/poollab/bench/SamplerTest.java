package poollab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SamplerTest {
    private static final Duration EVERY = Duration.ofMillis(1);

    @Test
    void looksAgainAndAgainAndNotAfterItsEnd() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Semaphore looked = new Semaphore(0);
        Sampler sampler = new Sampler("test", EVERY, () -> {
            looks.incrementAndGet();
            looked.release();
        });
        try (Sampler running = sampler.begin()) {
            assertThat(running).isSameAs(sampler);
            looked.acquire(3);
        }
        int seen = looks.get();
        Thread.sleep(20);
        assertThat(looks).hasValue(seen);
        assertThat(sampler.failure()).isEmpty();
    }

    @Test
    void theFirstExceptionEndsItAndIsKept() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        CountDownLatch second = new CountDownLatch(1);
        Sampler sampler = new Sampler("test", EVERY, () -> {
            if (looks.incrementAndGet() < 2) return;
            second.countDown();
            throw new IllegalStateException("look " + looks);
        });
        sampler.begin();
        second.await();
        while (sampler.failure().isEmpty()) Thread.onSpinWait();
        sampler.close();
        assertThat(sampler.failure()).get().extracting(Exception::getMessage).isEqualTo("look 2");
        assertThat(looks).hasValue(2);
    }

    @Test
    void anInterruptIsKeptAndTheLookUnderWayEndsAllTheSame() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Sampler sampler = new Sampler("test", EVERY, () -> {
            looking.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                ended.countDown();
            }
        });
        sampler.begin();
        looking.await();
        Thread.currentThread().interrupt();
        sampler.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended.getCount()).isZero();
        assertThat(sampler.failure()).isEmpty();
    }

    @Test
    void mayBeClosedWithoutABeginningAndTwice() {
        Sampler sampler = new Sampler("test", EVERY, () -> {});
        sampler.close();
        sampler.close();
        sampler.begin();
        assertThatThrownBy(sampler::begin).isInstanceOf(IllegalThreadStateException.class);
    }

    @Test
    void restsTwentyTimesAsLongAsALookTookUpToFourTimesItsPeriod() {
        assertThat(Sampler.rest(100, 0)).isEqualTo(100);
        assertThat(Sampler.rest(100, 2)).isEqualTo(98);
        assertThat(Sampler.rest(100, 10)).isEqualTo(200);
        assertThat(Sampler.rest(100, 50)).isEqualTo(400);
        assertThat(Sampler.rest(100, 1000)).isEqualTo(400);
    }
}
