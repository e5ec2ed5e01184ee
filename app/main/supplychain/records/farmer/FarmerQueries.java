package supplychain.records.farmer;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Keys.FARMER_NUMBER;
import static supplychain.schema.Tables.FARMER;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.database.RenderedQuery;
import supplychain.records.Timestamps;
import supplychain.validation.Columns;

/** Farmers in the database. */
final class FarmerQueries {
  private static final RenderedQuery LOCK =
      new RenderedQuery(
          select(FARMER.BUYER)
              .from(FARMER)
              .where(FARMER.ID.eq(parameter(UUID.class)))
              .and(FARMER.BUYER.eq(parameter(UUID.class)).or(condition(parameter(Boolean.class))))
              .forNoKeyUpdate());

  private FarmerQueries() {}

  /**
   * Locks a farmer to the end of the transaction; whose farmer it is, if it exists and is the
   * caller's. Another company's is not locked: nobody waits for it, nor makes that company wait.
   */
  static Optional<UUID> lock(DSLContext sql, Caller caller, UUID farmer) {
    return LOCK.one(
        sql, row -> row.getObject(1, UUID.class), farmer, caller.company(), caller.isOperator());
  }

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
