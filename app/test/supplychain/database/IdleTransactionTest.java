package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.FARMER;

import java.time.Duration;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.World;
import supplychain.core.Role;

/** An instance that hangs, or is cut off, in the midst of a transaction. */
class IdleTransactionTest extends OneCompany {
  private final UUID farmer = world.farmer(company);

  @AutoClose private final Database other = Installation.shared().open(1, Duration.ofSeconds(30));

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
    assertEquals("1min", other.write(World.AUTHOR, IdleTransactionTest::time));
    String lifted =
        other.write(
            World.AUTHOR,
            sql -> {
              Database.liftLimits(sql);
              return time(sql);
            });
    assertEquals("0", lifted);
    assertEquals("1min", other.read(IdleTransactionTest::time));
  }

  private static String time(DSLContext sql) {
    return (String) sql.fetchValue("show idle_in_transaction_session_timeout");
  }
}
