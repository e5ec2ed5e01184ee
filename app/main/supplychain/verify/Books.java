package supplychain.verify;

import static org.jooq.impl.DSL.inline;
import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.Collections;
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
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;
import supplychain.database.Database;
import supplychain.database.Parallel;
import supplychain.database.SqlFile;
import supplychain.verify.Discrepancy.Breach;

/**
 * The books of an installation: all its records, checked against the rules of {@code rules.sql} and
 * the {@link Warnings}.
 */
public final class Books {
  private static final SqlFile RULES = SqlFile.beside(Books.class, "rules.sql");

  /** PostgreSQL itself uses several processes for a large query, but not for a cursor. */
  private static final int CONNECTIONS = 2;

  private static final String MEMORY = "64MB";

  private Books() {}

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
    List<Function<DSLContext, List<Discrepancy>>> checks = checks();
    List<List<Discrepancy>> found = new ArrayList<>(Collections.nCopies(checks.size(), List.of()));
    AtomicInteger next = new AtomicInteger();
    Consumer<DSLContext> some =
        each -> {
          each.setLocal("work_mem", inline(MEMORY)).execute();
          each.setLocal("timezone", inline(Warnings.zone(TimeZone.getDefault()))).execute();
          for (int i = next.getAndIncrement(); i < checks.size(); i = next.getAndIncrement()) {
            found.set(i, checks.get(i).apply(each));
          }
        };
    String snapshot = sql.fetchValue(DSL.field("pg_export_snapshot()", String.class));
    Parallel.run(
        CONNECTIONS,
        List.of(
            () -> some.accept(sql),
            () ->
                database.snapshot(
                    each -> {
                      each.execute("set transaction snapshot {0}", inline(snapshot));
                      some.accept(each);
                      return snapshot;
                    })));
    return found.stream().flatMap(List::stream).toList();
  }

  private static List<Function<DSLContext, List<Discrepancy>>> checks() {
    List<Function<DSLContext, List<Discrepancy>>> checks = new ArrayList<>();
    checks.add(sql -> rule(sql, "mistake orphan", Orphans::find));
    RULES.names().forEach(rule -> checks.add(sql -> rule(sql, rule, RULES.call(rule)::fetchLazy)));
    Warnings.KINDS.keySet().forEach(kind -> checks.add(sql -> warnings(sql, kind)));
    return checks;
  }

  /** The warnings about records of a kind. Two records that are alike are one warning. */
  private static List<Discrepancy> warnings(DSLContext sql, String kind) {
    sql.setLocal("enable_nestloop", inline("on")).execute();
    Map<String, Discrepancy> byCode = new TreeMap<>();
    Warnings.check(
        sql,
        kind,
        warning -> {
          if (!isOfLater(warning)) {
            Stream<UUID> ids = Stream.of(warning.record(), warning.other());
            Breach breach = new Breach(ids.filter(Objects::nonNull).toList(), warning.detail());
            byCode.merge(warning.code(), one(warning.code(), true, breach), Discrepancy::and);
          }
        });
    return List.copyOf(byCode.values());
  }

  /** Whether the other record is the later one, and so has the same warning. */
  private static boolean isOfLater(Warning warning) {
    return warning.other() != null
        && warning.other().toString().compareTo(warning.record().toString()) > 0;
  }

  /** The breaches of a rule such as {@code mistake overdrawn}. */
  private static List<Discrepancy> rule(
      DSLContext sql, String rule, Function<DSLContext, Cursor<? extends Record>> breaches) {
    // A rule reads whole tables. A wrong estimate would make PostgreSQL compare each row with each.
    sql.setLocal("enable_nestloop", inline("off")).execute();
    String[] name = rule.split(" ", 2);
    boolean isWarning = name[0].equals("warning");
    try (Cursor<? extends Record> rows = breaches.apply(sql)) {
      return rows.stream()
          .map(row -> new Breach(List.of(row.get(0, UUID[].class)), row.get(1, String.class)))
          .map(breach -> one(name[1], isWarning, breach))
          .reduce(Discrepancy::and)
          .stream()
          .toList();
    }
  }

  private static Discrepancy one(String check, boolean isWarning, Breach breach) {
    return new Discrepancy(check, isWarning, 1, List.of(breach));
  }
}
