package supplychain.records;

import static supplychain.schema.Tables.*;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.TableField;
import supplychain.database.Database;

/**
 * The largest number of records of a kind that a company may have, active or not. The company's
 * document shows each of them and must stay small enough to read.
 */
public record RecordLimit(String what, TableField<?, UUID> company, int most) {
  public static final RecordLimit PREMIUMS = new RecordLimit("premiums", PREMIUM.OWNER, 1_000);

  public static final RecordLimit VISIBILITIES =
      new RecordLimit("field visibilities", FIELD_VISIBILITY.COMPANY, 1_000);

  /** Members of a company, including past members. */
  public static final RecordLimit MEMBERS =
      new RecordLimit("members", COMPANY_MEMBER.COMPANY, 10_000);

  private static final String WHOLE_BODY = "";

  /**
   * Requires that a company can have one more record. Other requests that add one wait until the
   * transaction ends.
   *
   * @throws Problem 409 if the company has as many as allowed
   */
  public void require(DSLContext sql, UUID owner) {
    Database.lock(sql, what + " of " + owner);
    if (sql.fetchCount(company.getTable(), company.eq(owner)) >= most) {
      String detail = "A company can have at most %d %s.".formatted(most, what);
      throw Updates.conflict(WHOLE_BODY, "too_many", detail);
    }
  }
}
