package supplychain.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import supplychain.database.Database;
import supplychain.verify.Discrepancy.Breach;

/**
 * The books of an installation: all its records, checked against the rules of {@code rules.sql} and
 * {@code warnings.sql}.
 */
public final class Books {
  private static final int FETCHED_TOGETHER = 100;

  private static final Field<UUID[]> IDS = DSL.field("ids", SQLDataType.UUID.array());
  private static final Field<String> SAYS = DSL.field("says", SQLDataType.VARCHAR);
  private static final Field<Long> COUNT = DSL.field("count", SQLDataType.BIGINT);

  private final DSLContext sql;
  private final List<Discrepancy> findings = new ArrayList<>();

  private Books(DSLContext sql) {
    this.sql = sql;
  }

  /** The result of a check. */
  public record Verdict(int transactions, int payments, int reversals, List<Discrepancy> findings) {
    public long mistakes() {
      return count(false);
    }

    public long warnings() {
      return count(true);
    }

    private long count(boolean isWarning) {
      return findings.stream()
          .filter(finding -> finding.isWarning() == isWarning)
          .mapToLong(Discrepancy::count)
          .sum();
    }
  }

  /** Checks the records of one instant, while others may go on writing. */
  public static Verdict verify(Database database) {
    String rules =
        Uncheck.get(() -> IOUtils.resourceToString("/supplychain/verify/rules.sql", UTF_8));
    return database.snapshot(
        sql ->
            new Verdict(
                sql.fetchCount(PRODUCT_TRANSACTION),
                sql.fetchCount(PAYMENT_TRANSACTION),
                sql.fetchCount(REVERSAL),
                new Books(sql).check(rules)));
  }

  private List<Discrepancy> check(String rules) {
    check("orphan", false, "", Orphans.sql());
    String[] parts = rules.split("(?m)^-- (?=(mistake|warning): )", -1);
    for (String rule : List.of(parts).subList(1, parts.length)) {
      String[] name = rule.lines().findFirst().orElseThrow().split(": ", -1);
      check(name[1], name[0].equals("warning"), parts[0], "-- " + rule);
    }
    Warnings.all().forEach(kind -> kind.ofEveryRecord().forEach(this::checkWarning));
    return findings;
  }

  /** Checks every record for a warning. Two records that are alike are one warning. */
  private void checkWarning(String code, String query) {
    List<Breach> named = new ArrayList<>();
    long count = 0;
    try (Cursor<Record> rows = sql.resultQuery(query).fetchSize(FETCHED_TOGETHER).fetchLazy()) {
      for (Record row : rows) {
        Warning warning = Warnings.read(code, row.get(1, String.class)).orElse(null);
        if (warning != null && !isOfLater(warning)) {
          count++;
          if (named.size() < Discrepancy.MOST_NAMED) {
            List<UUID> ids =
                Stream.of(warning.record(), warning.other()).filter(Objects::nonNull).toList();
            named.add(new Breach(ids, warning.detail()));
          }
        }
      }
    }
    if (count > 0) {
      findings.add(new Discrepancy(code, true, count, named));
    }
  }

  /** Whether the other record is the later one, and so has the same warning. */
  private static boolean isOfLater(Warning warning) {
    return warning.other() != null
        && warning.other().toString().compareTo(warning.record().toString()) > 0;
  }

  private void check(String rule, boolean isWarning, String shared, String breaches) {
    List<? extends Record> rows =
        sql.resultQuery(
                """
                %s
                select ids, says, count(*) over () as count
                  from (
                %s
                ) breach (ids, says)
                 order by ids, says
                 limit %d\
                """
                    .formatted(shared, breaches, Discrepancy.MOST_NAMED))
            .coerce(IDS, SAYS, COUNT)
            .fetch();
    if (!rows.isEmpty()) {
      List<Breach> named =
          rows.stream().map(row -> new Breach(Arrays.asList(row.get(IDS)), row.get(SAYS))).toList();
      findings.add(new Discrepancy(rule, isWarning, rows.get(0).get(COUNT), named));
    }
  }
}
