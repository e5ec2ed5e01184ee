package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.eclipse.jetty.util.Jetty;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fails when Jetty's version changes, so that somebody checks whether the workaround is still
 * needed.
 */
@Tag("unit")
class JettyVersionTest {
  @Test
  void theWorkaroundWasTriedWithThisVersionOfJetty() {
    assertEquals(
        SingleThreadConnection.TRIED_WITH,
        Jetty.VERSION,
        "Run MalformedNeighboursTest in its long form without SingleThreadConnection.onFillable."
            + " If it fails, update TRIED_WITH; if not, remove that method.");
  }
}
