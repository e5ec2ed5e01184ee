package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.core.Failure;
import supplychain.postgres.TwoServers;

/**
 * A service starts on a primary; where there is only a standby, it waits for that to become one.
 */
@Tag("proof")
class StandbyTest {
  private static final Duration A_FEW_TRIES = Duration.ofSeconds(3);
  private static final Duration MOMENT = Duration.ofMillis(200);

  @Test
  void aCommandWaitsForAStandbyAndThenNamesIt() throws Exception {
    TwoServers servers = TwoServers.whole();
    DatabaseAddress standby =
        DatabaseAddress.of(servers.replica().url(), servers.user(), servers.password());
    StringBuilder said = new StringBuilder();
    try (OpenParts parts = new OpenParts(false)) {
      Failure failure =
          assertThrows(Failure.class, () -> standby.await(parts, A_FEW_TRIES, true, said::append));
      assertTrue(failure.getMessage().contains("standby"), failure.getMessage());
      assertTrue(
          said.toString().startsWith("The database cannot be reached. Trying again"),
          said.toString());
      assertDoesNotThrow(() -> standby.await(parts, Duration.ZERO, false, said::append));
    }
  }

  @Test
  void ofSeveralHostsThePrimaryIsWaitedForUntilThereIsOne() throws Exception {
    TwoServers servers = TwoServers.whole();
    DatabaseAddress both = DatabaseAddress.of(servers.url(), servers.user(), servers.password());
    try (OpenParts parts = new OpenParts(false)) {
      assertDoesNotThrow(() -> both.await(parts, Duration.ZERO, true, line -> {}));
      servers.primary().kill();
      Failure failure =
          assertThrows(Failure.class, () -> both.await(parts, MOMENT, true, line -> {}));
      assertTrue(failure.getMessage().contains("primary"), failure.getMessage());
      both.await(parts, DatabaseAddress.PATIENCE, true, line -> promote(servers));
    }
  }

  private static void promote(TwoServers servers) {
    assertDoesNotThrow(servers::promote);
  }
}
