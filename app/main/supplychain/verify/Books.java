package supplychain.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.jooq.impl.DSL.inline;
import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.impl.DSL;
import supplychain.database.Database;
import supplychain.database.Parallel;
import supplychain.verify.Discrepancy.Breach;

/**
 * The books of an installation: all its records, checked against the rules of {@code rules.sql} and
 * {@code warnings.sql}.
 */
public final class Books {

  /** PostgreSQL itself uses several processes for a large query, but not for a cursor. */
  private static final int CONNECTIONS = 2;

  private static final String MEMORY = "64MB";

  private Books() {}

  /** A rule, or the warnings about one kind of records. */
  @FunctionalInterface
  private interface Check {
    List<Discrepancy> of(DSLContext sql);
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
    return database.snapshot(
        sql ->
            new Verdict(
                sql.fetchCount(PRODUCT_TRANSACTION),
                sql.fetchCount(PAYMENT_TRANSACTION),
                sql.fetchCount(REVERSAL),
                check(database, sql)));
  }

  private static List<Discrepancy> check(Database database, DSLContext sql) {
    List<Check> checks = checks();
    List<List<Discrepancy>> found = new ArrayList<>(Collections.nCopies(checks.size(), List.of()));
    AtomicInteger next = new AtomicInteger();
    Consumer<DSLContext> some =
        each -> {
          each.setLocal("work_mem", inline(MEMORY)).execute();
          each.setLocal("timezone", inline(Warnings.zone(TimeZone.getDefault()))).execute();
          for (int i = next.getAndIncrement(); i < checks.size(); i = next.getAndIncrement()) {
            found.set(i, checks.get(i).of(each));
          }
        };
    String snapshot = sql.fetchValue(DSL.field("pg_export_snapshot()", String.class));
    Function<DSLContext, String> others =
        each -> {
          some.accept(each);
          return snapshot;
        };
    Parallel.run(
        CONNECTIONS, List.of(() -> some.accept(sql), () -> database.snapshot(snapshot, others)));
    return found.stream().flatMap(List::stream).toList();
  }

  private static List<Check> checks() {
    String rules =
        Uncheck.get(() -> IOUtils.resourceToString("/supplychain/verify/rules.sql", UTF_8));
    List<Check> checks = new ArrayList<>();
    checks.add(sql -> check(sql, "orphan", false, "", sql.renderInlined(Orphans.query())));
    String[] parts = rules.split("(?m)^-- (?=(mistake|warning): )", -1);
    for (String rule : List.of(parts).subList(1, parts.length)) {
      String[] name = rule.lines().findFirst().orElseThrow().split(": ", -1);
      boolean isWarning = name[0].equals("warning");
      checks.add(sql -> check(sql, name[1], isWarning, parts[0], "-- " + rule));
    }
    Warnings.KINDS.keySet().forEach(kind -> checks.add(sql -> warnings(sql, kind)));
    return checks;
  }

  /** The warnings about records of a kind. Two records that are alike are one warning. */
  private static List<Discrepancy> warnings(DSLContext sql, String kind) {
    sql.setLocal("enable_nestloop", inline("on")).execute();
    Map<String, Long> counts = new TreeMap<>();
    Map<String, List<Breach>> named = new HashMap<>();
    Warnings.check(
        sql,
        kind,
        warning -> {
          List<Breach> some = named.computeIfAbsent(warning.code(), code -> new ArrayList<>());
          if (!isOfLater(warning)
              && counts.merge(warning.code(), 1L, Long::sum) <= Discrepancy.MOST_NAMED) {
            Stream<UUID> ids = Stream.of(warning.record(), warning.other());
            some.add(new Breach(ids.filter(Objects::nonNull).toList(), warning.detail()));
          }
        });
    return counts.keySet().stream()
        .map(code -> new Discrepancy(code, true, counts.get(code), named.get(code)))
        .toList();
  }

  /** Whether the other record is the later one, and so has the same warning. */
  private static boolean isOfLater(Warning warning) {
    return warning.other() != null
        && warning.other().toString().compareTo(warning.record().toString()) > 0;
  }

  private static List<Discrepancy> check(
      DSLContext sql, String rule, boolean isWarning, String shared, String breaches) {
    // A rule reads whole tables. A wrong estimate would make PostgreSQL compare each row with each.
    sql.setLocal("enable_nestloop", inline("off")).execute();
    Result<Record> rows =
        sql.fetch(
            """
            %s
            select ids, says, count(*) over () as count
              from (
            %s
            ) breach (ids, says)
             order by ids, says
             limit %d\
            """
                .formatted(shared, breaches, Discrepancy.MOST_NAMED));
    if (rows.isEmpty()) {
      return List.of();
    }
    List<Breach> named =
        rows.map(
            row ->
                new Breach(List.of(row.get("ids", UUID[].class)), row.get("says", String.class)));
    return List.of(new Discrepancy(rule, isWarning, rows.get(0).get("count", Long.class), named));
  }
}
