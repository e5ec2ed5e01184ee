package supplychain.records.company;

import static org.jooq.impl.DSL.currentOffsetDateTime;
import static org.jooq.impl.DSL.lower;
import static supplychain.schema.Tables.COMPANY;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;

/** Finds companies. */
public final class CompanyQueries {
  private CompanyQueries() {}

  /** Whether a company has this id. */
  public static boolean exists(DSLContext sql, UUID id) {
    return sql.fetchExists(COMPANY, COMPANY.ID.eq(id));
  }

  /** Whether the installation has a company. */
  public static boolean existsAny(DSLContext sql) {
    return sql.fetchExists(COMPANY);
  }

  /** The ids of the companies with this name, in upper or lower case. */
  public static List<UUID> named(DSLContext sql, String name) {
    return sql.select(COMPANY.ID)
        .from(COMPANY)
        .where(lower(COMPANY.NAME).eq(lower(name)))
        .orderBy(COMPANY.ID)
        .fetch(COMPANY.ID);
  }

  /** Whether this transaction created the company. */
  public static boolean isNew(DSLContext sql, UUID id) {
    return sql.fetchExists(
        COMPANY, COMPANY.ID.eq(id), COMPANY.CREATED_ON.eq(currentOffsetDateTime()));
  }
}
