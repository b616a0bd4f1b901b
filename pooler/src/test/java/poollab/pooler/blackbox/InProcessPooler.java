package poollab.pooler.blackbox;

import java.nio.file.Path;

/** The pooler of this project, inside the test's JVM. */
final class InProcessPooler {
  private InProcessPooler() {}

  static PoolerUnderTest start(Path ini) {
    throw new UnsupportedOperationException("to be filled in with Pooler.start(" + ini + ") once it exists");
  }
}
