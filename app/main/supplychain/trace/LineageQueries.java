package supplychain.trace;

import static org.jooq.impl.DSL.*;
import static supplychain.records.NestedDocuments.FARMER_NAME;
import static supplychain.records.transaction.TransactionResources.PRODUCT_TRANSACTIONS;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Records;
import org.jooq.Result;
import org.jooq.Select;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Party;
import supplychain.trace.Lineage.Step;

/** Reads lineages in a few round trips, however long they are. */
public final class LineageQueries {
  /** The largest number of transactions on one side of a trace. */
  public static final int MOST_STEPS = 50_000;

  /** The largest number of draws between them. */
  public static final int MOST_DRAWS = 100_000;

  private static final int MOST_NAMED = 10;

  /**
   * The caller sees a parent if the caller's company is a party to the parent or recorded it. The
   * caller also sees the parent if the child's source is the caller's company, or shares its
   * upstream data. If the source is a farmer, the farmer's buyer counts. A reversed transaction has
   * no parents: the reversal returned the stock to them.
   */
  private static final String UP =
      """
      select product_transaction.id, product_transaction.source
        from step
        left join farmer on farmer.id = step.source
        join company giver on giver.id = coalesce(farmer.buyer, step.source)
        join product_transaction_parent draw on draw.child = step.id
       %s
       where (giver.shares_upstream or giver.id = {1} or {2})
         and not exists (select from reversal where reversal.product_transaction = step.id)"""
          .formatted(transaction("draw.parent"));

  private static final String DOWN =
      """
      select product_transaction.id, product_transaction.source
        from step
        join product_transaction_parent draw on draw.parent = step.id
       %s
       where ({2})
         and not exists (select from reversal where reversal.product_transaction = step.id)"""
          .formatted(transaction("draw.child"));

  private static final String FOUND =
      """
      (with recursive step (id, source) as (
         select product_transaction.id, source from product_transaction where id = {0} and ({2})
         union
         %s)
       select id from step limit {3}) found""";

  private static final Field<UUID> FOUND_ID = field(name("found", "id"), UUID.class);

  private static final Field<String> DATE =
      field("to_json({0}) #>> '{}'", String.class, PRODUCT_TRANSACTION.DATE).as("shown_date");
  private static final Field<BigDecimal> CURRENT_QUANTITY =
      field(name("current_quantity"), SQLDataType.NUMERIC);
  private static final Field<Boolean> IS_OWN = field(name("is_own"), SQLDataType.BOOLEAN);
  private static final Field<Boolean> IS_REVERSED = field(name("is_reversed"), SQLDataType.BOOLEAN);

  private LineageQueries() {}

  /**
   * The transaction of each draw, unless it was reversed. {@code offset 0} forces a lookup by id.
   * Otherwise the planner misjudges the number of rows and may scan the whole table at every step.
   */
  private static String transaction(String id) {
    return """
    cross join lateral (
                select id, company, source, destination
                  from product_transaction
                 where product_transaction.id = %1$s
                   and not exists (select from reversal where reversal.product_transaction = %1$s)
                offset 0) product_transaction"""
        .formatted(id);
  }

  /** The transactions upstream of a transaction. */
  public static Lineage up(DSLContext sql, Caller caller, UUID transaction) {
    Map<UUID, Step> steps = steps(sql, caller, transaction, UP);
    Condition neitherIsReversed =
        notExists(reversal(PRODUCT_TRANSACTION_PARENT.PARENT))
            .and(notExists(reversal(PRODUCT_TRANSACTION_PARENT.CHILD)));
    return new Lineage(transaction, steps, draws(sql, steps, neitherIsReversed), true);
  }

  /** The transactions downstream of a transaction. */
  public static Lineage down(DSLContext sql, Caller caller, UUID transaction) {
    Map<UUID, Step> steps = steps(sql, caller, transaction, DOWN);
    Condition isStep = PRODUCT_TRANSACTION_PARENT.PARENT.eq(any(array(steps.keySet())));
    return new Lineage(transaction, steps, draws(sql, steps, isStep), false);
  }

  private static Map<UUID, Step> steps(
      DSLContext sql, Caller caller, UUID transaction, String onward) {
    Condition seen =
        caller.isOperator() ? trueCondition() : or(PRODUCT_TRANSACTIONS.visibility().of(caller));
    // One statement reads everything that can change, so that the steps fit together.
    Result<? extends Record> rows =
        sql.select(
                PRODUCT_TRANSACTION.ID,
                PRODUCT_TRANSACTION.NUMBER,
                DATE,
                PRODUCT_TRANSACTION.TYPE,
                PRODUCT_TRANSACTION.COMPANY,
                PRODUCT_TRANSACTION.SOURCE,
                PRODUCT_TRANSACTION.DESTINATION,
                PRODUCT_TRANSACTION.PRODUCT,
                PRODUCT.NAME,
                PRODUCT_TRANSACTION.QUANTITY,
                PRODUCT_TRANSACTION.SOURCE_QUANTITY,
                when(seen, coalesce(PRODUCT_TRANSACTION.REMAINING, inline(BigDecimal.ZERO)))
                    .as(CURRENT_QUANTITY),
                field(seen).as(IS_OWN),
                field(exists(reversal(PRODUCT_TRANSACTION.ID))).as(IS_REVERSED))
            .from(
                table(
                    FOUND.formatted(onward),
                    val(transaction),
                    val(caller.company(), UUID.class),
                    seen,
                    inline(MOST_STEPS + 1)))
            .join(PRODUCT_TRANSACTION)
            .on(PRODUCT_TRANSACTION.ID.eq(FOUND_ID))
            .join(PRODUCT)
            .on(PRODUCT.ID.eq(PRODUCT_TRANSACTION.PRODUCT))
            .fetch();
    if (rows.isEmpty()) {
      throw Problem.notFound();
    }
    requireAtMost(MOST_STEPS, rows.size());
    Map<UUID, Party> parties = parties(sql, caller, rows);
    return rows.stream()
        .collect(Collectors.toMap(PRODUCT_TRANSACTION.ID::get, row -> step(row, parties)));
  }

  private static Step step(Record row, Map<UUID, Party> parties) {
    return new Step(
        row.get(PRODUCT_TRANSACTION.ID),
        row.get(PRODUCT_TRANSACTION.NUMBER),
        row.get(DATE),
        row.get(PRODUCT_TRANSACTION.TYPE),
        row.get(PRODUCT_TRANSACTION.COMPANY),
        parties.get(row.get(PRODUCT_TRANSACTION.SOURCE)),
        parties.get(row.get(PRODUCT_TRANSACTION.DESTINATION)),
        row.get(PRODUCT_TRANSACTION.PRODUCT),
        row.get(PRODUCT.NAME),
        row.get(PRODUCT_TRANSACTION.QUANTITY),
        row.get(PRODUCT_TRANSACTION.SOURCE_QUANTITY),
        row.get(CURRENT_QUANTITY),
        row.get(IS_OWN),
        row.get(IS_REVERSED));
  }

  /**
   * The parties of the steps. A farmer's name is null unless the caller may see it. A separate
   * query by id: just after a large import there are no statistics, and a join could take minutes.
   */
  private static Map<UUID, Party> parties(
      DSLContext sql, Caller caller, Result<? extends Record> steps) {
    Set<UUID> ids = new HashSet<>(steps.getValues(PRODUCT_TRANSACTION.SOURCE));
    ids.addAll(steps.getValues(PRODUCT_TRANSACTION.DESTINATION));
    Condition isNamed =
        caller.isOperator()
            ? trueCondition()
            : FARMER.CONSENT_STATUS.eq(inline("GRANTED")).or(FARMER.BUYER.eq(caller.company()));
    return sql.select(COMPANY.ID, inline(false), COMPANY.NAME)
        .from(COMPANY)
        .where(COMPANY.ID.eq(any(array(ids))))
        .unionAll(
            select(FARMER.ID, inline(true), when(isNamed, FARMER_NAME))
                .from(FARMER)
                .where(FARMER.ID.eq(any(array(ids)))))
        .fetchMap(COMPANY.ID, Records.mapping(Party::new));
  }

  private static List<Draw> draws(DSLContext sql, Map<UUID, Step> steps, Condition condition) {
    List<Draw> draws =
        sql.select(
                PRODUCT_TRANSACTION_PARENT.CHILD,
                PRODUCT_TRANSACTION_PARENT.PARENT,
                PRODUCT_TRANSACTION_PARENT.DRAWN)
            .from(PRODUCT_TRANSACTION_PARENT)
            .where(PRODUCT_TRANSACTION_PARENT.CHILD.eq(any(array(steps.keySet()))))
            .and(condition)
            .orderBy(PRODUCT_TRANSACTION_PARENT.CHILD, PRODUCT_TRANSACTION_PARENT.POSITION)
            .limit(MOST_DRAWS + 1)
            .fetch(Records.mapping(Draw::new));
    requireAtMost(MOST_DRAWS, draws.size());
    return draws;
  }

  private static Select<Record1<Integer>> reversal(Field<UUID> transaction) {
    return selectOne().from(REVERSAL).where(REVERSAL.PRODUCT_TRANSACTION.eq(transaction));
  }

  private static void requireAtMost(int limit, int found) {
    if (found > limit) {
      throw new Problem(
          ProblemType.LINEAGE_TOO_LARGE,
          "It leads to more than %d transactions, or more than %d draws between them."
              .formatted(MOST_STEPS, MOST_DRAWS));
    }
  }

  private static UUID[] array(Set<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }

  /**
   * At most {@value #MOST_NAMED} product transactions with this id or this number.
   *
   * @param id null to search by number only
   * @param company the company that recorded the transaction; null for any
   */
  public static List<UUID> findByIdOrNumber(DSLContext sql, UUID id, String number, UUID company) {
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
