package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.World;
import supplychain.history.HistoryQueries;

/** A connection returns to the pool with its limits of time, whatever it was used for. */
class SessionLimitsTest {
  @AutoClose
  private final Database database =
      Installation.shared().open(Installation.shared().postgres().url(), 1, Duration.ofSeconds(30));

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
}
