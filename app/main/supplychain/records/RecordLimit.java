package supplychain.records;

import static supplychain.schema.Tables.COMPANY_MEMBER;
import static supplychain.schema.Tables.FIELD_VISIBILITY;
import static supplychain.schema.Tables.PREMIUM;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.AdvisoryLocks;

/**
 * How many records of a kind a company may have, those that are not active too: its document shows
 * each of them, and has to stay light enough to be read.
 *
 * @param what what they are called
 * @param company the column that says whose they are
 * @param most how many there may be
 */
public record RecordLimit(String what, Table<?> table, Field<UUID> company, int most) {
  /** Premiums of a company. */
  public static final RecordLimit PREMIUMS =
      new RecordLimit("premiums", PREMIUM, PREMIUM.OWNER, 1_000);

  /** Field visibilities of a company. */
  public static final RecordLimit VISIBILITIES =
      new RecordLimit("field visibilities", FIELD_VISIBILITY, FIELD_VISIBILITY.COMPANY, 1_000);

  /** Members of a company, those of before too. */
  public static final RecordLimit MEMBERS =
      new RecordLimit("members", COMPANY_MEMBER, COMPANY_MEMBER.COMPANY, 10_000);

  private static final String WHOLE_BODY = "";

  /**
   * Makes sure that a company may have one more, to the end of the transaction: others that are to
   * be made wait for it.
   *
   * @throws Problem 409 where it has as many as it may have
   */
  public void require(DSLContext sql, UUID owner) {
    AdvisoryLocks.take(sql, what + " of " + owner);
    if (sql.fetchCount(table, company.eq(owner)) >= most) {
      String detail = "A company may have at most %d %s.".formatted(most, what);
      throw Problem.conflict(detail, new Finding(WHOLE_BODY, "too_many", detail));
    }
  }
}
