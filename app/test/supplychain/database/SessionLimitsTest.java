package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.FARMER;

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

/** The limits of time of each connection, which has them whatever it was used for before. */
class SessionLimitsTest extends OneCompany {
  @AutoClose
  private final Database database =
      Installation.shared().open(Installation.shared().postgres().url(), 1, Duration.ofSeconds(30));

  private final UUID farmer = world.farmer(company);

  @AutoClose private final Database other = Installation.shared().open(1, Duration.ofSeconds(30));

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
            DataAccessException.class, () -> other.write(World.AUTHOR, this::hangWithTheFarmer));
    assertEquals("25P03", Database.sqlState(gone));
    assertEquals(1, other.<Integer>read(sql -> sql.selectOne().fetchSingle().value1()));
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
    assertEquals("1min", other.write(World.AUTHOR, SessionLimitsTest::time));
    String lifted =
        other.write(
            World.AUTHOR,
            sql -> {
              Database.liftLimits(sql);
              return time(sql);
            });
    assertEquals("0", lifted);
    assertEquals("1min", other.read(SessionLimitsTest::time));
  }

  private static String time(DSLContext sql) {
    return (String) sql.fetchValue("show idle_in_transaction_session_timeout");
  }
}
