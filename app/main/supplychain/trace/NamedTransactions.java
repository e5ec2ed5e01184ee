package supplychain.trace;

import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.val;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;

/** Product transactions as people name them. */
public final class NamedTransactions {
  private static final int MOST_NAMED = 10;

  private NamedTransactions() {}

  /**
   * The product transactions of this id, or of this number; at the most {@value #MOST_NAMED}.
   *
   * @param id null for none
   * @param company that recorded it; null for any
   */
  public static List<UUID> find(DSLContext sql, UUID id, String number, UUID company) {
    return sql.select(PRODUCT_TRANSACTION.ID)
        .from(PRODUCT_TRANSACTION)
        .where(
            PRODUCT_TRANSACTION
                .NUMBER
                .eq(number)
                .or(PRODUCT_TRANSACTION.ID.eq(val(id, UUID.class))))
        .and(company == null ? noCondition() : PRODUCT_TRANSACTION.COMPANY.eq(company))
        .orderBy(PRODUCT_TRANSACTION.ID)
        .limit(MOST_NAMED)
        .fetch(PRODUCT_TRANSACTION.ID);
  }
}
