package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.World;

/** A server that says nothing is given up, unless it was given the time. */
class NetworkLimitsTest {
  private static final String LONGER_THAN_A_SECOND = "select pg_sleep(3)";

  private final Installation shared = Installation.shared();
  private final String url = shared.postgres().url();

  @AutoClose
  private final Database impatient =
      shared.open(url + "?socketTimeout=1", 1, Duration.ofSeconds(30));

  @Test
  void onlyAServerThatHangsStaysSilentForSoLong() {
    Duration longest = Database.STATEMENT_TIME;
    assertTrue(Database.LOCK_WAIT.compareTo(longest) < 0);
    assertTrue(NetworkLimits.SILENCE.compareTo(longest) > 0);
    assertTrue(NetworkLimits.SILENCE.compareTo(NetworkLimits.LOGIN_TIME) > 0);
  }

  @Test
  void aHostThatTakesConnectionsAndSaysNothingIsPassedOver() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String both = url.replace("//", "//127.0.0.1:" + silent.getLocalPort() + ",");
      try (Database database =
          shared.open(both + "?sslmode=disable", 1, NetworkLimits.LOGIN_TIME)) {
        assertEquals(1, database.<Integer>read(sql -> sql.selectOne().fetchSingle().value1()));
      }
    }
  }

  @Test
  void theUrlMaySayOtherwise() {
    assertEquals(NetworkLimits.SILENCE, NetworkLimits.silence("jdbc:postgresql://a,b/c"));
    assertEquals(
        Duration.ofSeconds(7), NetworkLimits.silence("jdbc:postgresql://a,b/c?socketTimeout=7"));
  }

  @Test
  void aServerThatIsSilentForTooLongIsGivenUp() {
    DataAccessException gone =
        assertThrows(
            DataAccessException.class,
            () -> impatient.write(World.AUTHOR, sql -> sql.execute(LONGER_THAN_A_SECOND)));
    assertEquals("08006", Database.sqlState(gone));
    assertEquals(1, impatient.<Integer>read(sql -> sql.selectOne().fetchSingle().value1()));
  }

  @Test
  void aTransactionWithoutLimitsIsWaitedForAndTheNextHasThemAgain() {
    impatient.write(
        World.AUTHOR,
        sql -> {
          Database.liftLimits(sql);
          return sql.execute(LONGER_THAN_A_SECOND);
        });
    assertThrows(
        DataAccessException.class, () -> impatient.read(sql -> sql.execute(LONGER_THAN_A_SECOND)));
  }
}
