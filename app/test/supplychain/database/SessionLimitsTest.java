package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.FARMER;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.World;
import supplychain.core.Role;
import supplychain.history.HistoryQueries;

/** The limits of time of each connection, whatever it was used for before or waits for. */
class SessionLimitsTest extends OneCompany {
  private static final String LONGER_THAN_A_SECOND = "select pg_sleep(3)";

  private final UUID farmer = world.farmer(company);
  private final Installation shared = Installation.shared();
  private final String url = shared.postgres().url();

  @AutoClose private final Database database = shared.open(1, Duration.ofSeconds(30));

  @AutoClose
  private final Database impatient =
      shared.open(url + "?socketTimeout=1", 1, Duration.ofSeconds(30));

  private void requireLimits() {
    for (String[] limit : new String[][] {{"statement_timeout", "30s"}, {"lock_timeout", "10s"}}) {
      assertEquals(limit[1], database.read(sql -> sql.fetchValue("show " + limit[0])));
    }
  }

  @Test
  void workWithoutLimitsLeavesTheLimitsOfTheConnection() {
    requireLimits();
    database.maintain("analyze currency");
    requireLimits();
    assertThrows(DataAccessException.class, () -> database.maintain("analyze nothing"));
    requireLimits();
    database.snapshot(sql -> sql.fetchValue("select 1"));
    requireLimits();
  }

  @Test
  void readingTheHistoryLeavesTheLimitsOfTheConnection() {
    new World().company("Cooperative");
    database.read(
        sql -> {
          HistoryQueries.each(sql, DSL.noCondition(), change -> false);
          return sql;
        });
    requireLimits();
  }

  @Test
  void anIdleTransactionLosesItsLocks() {
    DataAccessException gone =
        assertThrows(
            DataAccessException.class, () -> database.write(World.AUTHOR, this::hangWithTheFarmer));
    assertEquals("25P03", SqlFailure.state(gone));
    assertEquals(1, database.<Integer>read(sql -> sql.selectOne().fetchSingle().value1()));
  }

  /** Locks the farmer in a transaction with a short limit, and then does nothing in it. */
  private int hangWithTheFarmer(DSLContext sql) {
    sql.selectFrom(FARMER).where(FARMER.ID.eq(farmer)).forUpdate().execute();
    sql.execute("set local idle_in_transaction_session_timeout = 100");
    world
        .client(company, Role.MEMBER)
        .patch(FARMERS + farmer + "/", "{\"first_name\": \"Akello\"}")
        .expect(200);
    return sql.selectOne().execute();
  }

  @Test
  void everyTransactionHasAMinuteButThoseThatReadAFileMeanwhile() {
    assertEquals("1min", database.write(World.AUTHOR, SessionLimitsTest::time));
    String lifted =
        database.write(
            World.AUTHOR,
            sql -> {
              Database.liftLimits(sql);
              return time(sql);
            });
    assertEquals("0", lifted);
    assertEquals("1min", database.read(SessionLimitsTest::time));
  }

  private static String time(DSLContext sql) {
    return (String) sql.fetchValue("show idle_in_transaction_session_timeout");
  }

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
    assertEquals("08006", SqlFailure.state(gone));
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
