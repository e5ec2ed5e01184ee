package supplychain.verify;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import supplychain.verify.Discrepancy.Breach;

/**
 * What has to be so in the books, as the query for what breaks it.
 *
 * @param name its name in the output
 * @param isWarning whether what breaks it may well be right
 * @param breaches the query: an array of the ids of the records concerned, and a sentence on them
 */
record Rule(String name, boolean isWarning, String breaches) implements Check {
  private static final Field<UUID[]> IDS = DSL.field("ids", SQLDataType.UUID.array());
  private static final Field<String> SAYS = DSL.field("says", SQLDataType.VARCHAR);
  private static final Field<Long> COUNT = DSL.field("count", SQLDataType.BIGINT);

  /** A rule that right books never break. */
  static Rule that(String name, String breaches) {
    return new Rule(name, false, breaches);
  }

  /** A rule whose breach somebody should look at. */
  static Rule warning(String name, String breaches) {
    return new Rule(name, true, breaches);
  }

  @Override
  public Discrepancy run(DSLContext sql) {
    List<? extends Record> rows =
        sql.resultQuery(
                """
                select ids, says, count(*) over () as count
                  from (%s) breach (ids, says)
                 order by ids, says
                 limit %d"""
                    .formatted(breaches, Discrepancy.MOST_NAMED))
            .coerce(IDS, SAYS, COUNT)
            .fetch();
    List<Breach> named =
        rows.stream().map(row -> new Breach(Arrays.asList(row.get(IDS)), row.get(SAYS))).toList();
    return new Discrepancy(name, isWarning, rows.isEmpty() ? 0 : rows.get(0).get(COUNT), named);
  }
}
