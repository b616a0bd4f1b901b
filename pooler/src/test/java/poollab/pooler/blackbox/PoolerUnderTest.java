package poollab.pooler.blackbox;

import java.io.IOException;
import java.nio.file.Path;

/** A running pooler, whoever wrote it. */
interface PoolerUnderTest extends AutoCloseable {
  boolean isRunning();

  /** Ends it without asking its clients. */
  @Override
  void close();

  static PoolerUnderTest start(Path ini) throws IOException {
    String peer = System.getProperty("pooler.peer", "");
    return peer.isEmpty() ? InProcessPooler.start(ini) : PeerPooler.start(Path.of(peer), ini);
  }
}
