package poollab.load;

import java.util.concurrent.CountDownLatch;

/** Where clients wait for each other, so that none has a start over the others. */
final class StartLine {
    private final CountDownLatch missing;
    private final CountDownLatch start = new CountDownLatch(1);

    StartLine(int clients) {
        missing = new CountDownLatch(clients);
    }

    /** A client is here, and waits for the start. Returns false when it was interrupted meanwhile. */
    boolean reached() {
        missing.countDown();
        try {
            start.await();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    void awaitAll() throws InterruptedException {
        missing.await();
    }

    void open() {
        start.countDown();
    }
}
