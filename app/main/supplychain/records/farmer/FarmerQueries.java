package supplychain.records.farmer;

import static supplychain.schema.Keys.FARMER_NUMBER;
import static supplychain.schema.Tables.FARMER;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.records.Timestamps;
import supplychain.validation.Columns;

/** Farmers in the database. */
final class FarmerQueries {
  private FarmerQueries() {}

  /** Sets the columns, or says false where another farmer of the company has the number. */
  static boolean update(DSLContext sql, Caller caller, UUID farmer, Columns columns) {
    try {
      sql.update(FARMER)
          .set(columns.values())
          .set(FARMER.UPDATER, caller.user())
          .set(FARMER.UPDATED_ON, Timestamps.after(FARMER.UPDATED_ON))
          .where(FARMER.ID.eq(farmer))
          .execute();
      return true;
    } catch (DataAccessException e) {
      if (Database.violates(e, FARMER_NUMBER.getName())) {
        return false;
      }
      throw e;
    }
  }
}
