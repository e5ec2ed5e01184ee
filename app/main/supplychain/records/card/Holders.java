package supplychain.records.card;

import static org.jooq.impl.DSL.noCondition;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.FARMER;

import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;

/** Who may hold a card: farmers and companies. */
final class Holders {
  private Holders() {}

  /**
   * Locks a farmer or a company to the end of the transaction, as those who change it do; the
   * company whose cards it may hold. Empty where the caller does not act for it.
   */
  static Optional<UUID> lock(DSLContext sql, Caller caller, UUID entity) {
    return sql.select(FARMER.BUYER)
        .from(FARMER)
        .where(FARMER.ID.eq(entity))
        .and(isOf(caller, FARMER.BUYER))
        .forNoKeyUpdate()
        .fetchOptional(FARMER.BUYER)
        .or(
            () ->
                sql.select(COMPANY.ID)
                    .from(COMPANY)
                    .where(COMPANY.ID.eq(entity))
                    .and(isOf(caller, COMPANY.ID))
                    .forNoKeyUpdate()
                    .fetchOptional(COMPANY.ID));
  }

  private static Condition isOf(Caller caller, Field<UUID> company) {
    return caller.isOperator() ? noCondition() : company.eq(caller.company());
  }
}
