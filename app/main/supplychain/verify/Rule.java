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
 * A rule that records must follow.
 *
 * @param name the name in the output
 * @param isWarning whether a breach can be right
 * @param breaches the query for the breaches: an array of the ids of the records, and a sentence
 */
record Rule(String name, boolean isWarning, String breaches) {
  private static final Field<UUID[]> IDS = DSL.field("ids", SQLDataType.UUID.array());
  private static final Field<String> SAYS = DSL.field("says", SQLDataType.VARCHAR);
  private static final Field<Long> COUNT = DSL.field("count", SQLDataType.BIGINT);

  /** A rule whose breach is a mistake. */
  static Rule that(String name, String breaches) {
    return new Rule(name, false, breaches);
  }

  /** A rule whose breach can be right, so that somebody should look at it. */
  static Rule warning(String name, String breaches) {
    return new Rule(name, true, breaches);
  }

  /** The breaches in the snapshot of {@code sql}. */
  Discrepancy check(DSLContext sql) {
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
