package supplychain.trace;

import static org.jooq.impl.DSL.*;
import static supplychain.records.NestedDocuments.FARMER_NAME;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.SqlText;
import supplychain.records.transaction.TransactionResources;
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

  /** The columns of a step that name its parties. */
  private static final int SOURCE = 5;

  private static final int DESTINATION = 6;

  /** Whether the caller's company, {1}, is a party to a transaction or recorded it. */
  private static final String IS_OWN =
      "({1} is null or {1} in (t.company, t.source, t.destination))";

  /**
   * The caller also sees a parent if the child's source is the caller's company, or shares its
   * upstream data. If the source is a farmer, the farmer's buyer counts. A reversed transaction has
   * no parents: the reversal returned the stock to them.
   */
  private static final String UP =
      steps(
          """
          left join farmer on farmer.id = step.source
          join company giver on giver.id = coalesce(farmer.buyer, step.source)
          join product_transaction_parent draw on draw.child = step.id
          """,
          "draw.parent",
          "(giver.shares_upstream or giver.id = {1} or " + IS_OWN + ")");

  private static final String DOWN =
      steps("join product_transaction_parent draw on draw.parent = step.id", "draw.child", IS_OWN);

  private static final SqlText DRAWS_UP =
      draws(
          """
          not exists (select from reversal where product_transaction = parent)
             and not exists (select from reversal where product_transaction = child)
          """);

  private static final SqlText DRAWS_DOWN = draws("parent = any(?)");

  private LineageQueries() {}

  /**
   * The steps from the transaction {0}. One statement reads everything that can change, so that the
   * steps fit together. {@code offset 0} forces a lookup by id. Otherwise the planner misjudges the
   * number of rows and may scan the whole table at every step.
   *
   * @param draws joins the draws of a step
   * @param next the transaction of a draw
   * @param isSeen whether the caller sees that transaction
   */
  private static String steps(String draws, String next, String isSeen) {
    return """
    select t.id, t.number, to_json(t.date) #>> '{}', t.type, t.company, t.source, t.destination,
           t.product, product.name, t.quantity, t.source_quantity,
           case when %4$s then {2} end, %4$s, t.reversed_on is not null
      from (with recursive step (id, source) as (
              select t.id, t.source from product_transaction t where t.id = {0} and %4$s
              union
              select t.id, t.source
                from step
                %1$s
               cross join lateral (
                       select id, company, source, destination
                         from product_transaction
                        where id = %2$s
                          and not exists (select from reversal where product_transaction = %2$s)
                       offset 0) t
               where %3$s
                 and not exists (select from reversal where product_transaction = step.id))
            select id from step limit %5$d) found
      join product_transaction t on t.id = found.id
      join product on product.id = t.product
    """
        .formatted(draws, next, isSeen, IS_OWN, MOST_STEPS + 1);
  }

  private static SqlText draws(String condition) {
    return new SqlText(
        """
        select child, parent, drawn
          from product_transaction_parent
         where child = any(?) and %s
         order by child, position limit %d
        """
            .formatted(condition, MOST_DRAWS + 1));
  }

  /** The transactions upstream of a transaction. */
  public static Lineage up(DSLContext sql, Caller caller, UUID transaction) {
    Map<UUID, Step> steps = steps(sql, caller, transaction, UP);
    return new Lineage(transaction, steps, draws(sql, DRAWS_UP, array(steps.keySet())), true);
  }

  /** The transactions downstream of a transaction. */
  public static Lineage down(DSLContext sql, Caller caller, UUID transaction) {
    Map<UUID, Step> steps = steps(sql, caller, transaction, DOWN);
    UUID[] ids = array(steps.keySet());
    return new Lineage(transaction, steps, draws(sql, DRAWS_DOWN, ids, ids), false);
  }

  private static Map<UUID, Step> steps(
      DSLContext sql, Caller caller, UUID transaction, String query) {
    Field<UUID> company = val(caller.company(), UUID.class);
    Result<Record> rows =
        sql.fetch(
            query,
            val(transaction),
            company,
            TransactionResources.currentQuantity(company, PRODUCT_TRANSACTION.as("t")));
    if (rows.isEmpty()) {
      throw Problem.notFound();
    }
    requireAtMost(MOST_STEPS, rows.size());
    Map<UUID, Party> parties = parties(sql, caller, rows);
    return rows.stream()
        .map(row -> step(row, parties))
        .collect(Collectors.toMap(Step::id, step -> step));
  }

  private static Step step(Record row, Map<UUID, Party> parties) {
    return new Step(
        row.get(0, UUID.class),
        row.get(1, String.class),
        row.get(2, String.class),
        row.get(3, String.class),
        row.get(4, UUID.class),
        parties.get(row.get(SOURCE)),
        parties.get(row.get(DESTINATION)),
        row.get(7, UUID.class),
        row.get(8, String.class),
        row.get(9, BigDecimal.class),
        row.get(10, BigDecimal.class),
        row.get(11, BigDecimal.class),
        row.get(12, Boolean.class),
        row.get(13, Boolean.class));
  }

  /**
   * The parties of the steps, by the ids that the steps have. For a farmer who was replaced, it is
   * the farmer that stays: the two are one producer. A farmer's number is null unless the farmer is
   * the caller's own, and the name is null unless the caller may see it. A separate query by id:
   * just after a large import there are no statistics, and a join could take minutes.
   */
  private static Map<UUID, Party> parties(DSLContext sql, Caller caller, Result<Record> steps) {
    Set<UUID> ids = new HashSet<>(steps.getValues(SOURCE, UUID.class));
    ids.addAll(steps.getValues(DESTINATION, UUID.class));
    return sql
        .fetch(
            """
            select id, id, false, null, name from company where id = any({0})
            union all
            select named.id, farmer.id, true, case when {1} is null or buyer = {1} then number end,
                   case when {1} is null or buyer = {1} or consent_status = 'GRANTED' then {2} end
              from (select id, coalesce(replaced_by, id) as stays from farmer where id = any({0})) named
              join farmer on farmer.id = named.stays
            """,
            val(array(ids)), val(caller.company(), UUID.class), FARMER_NAME)
        .stream()
        .collect(Collectors.toMap(row -> row.get(0, UUID.class), LineageQueries::party));
  }

  private static Party party(Record row) {
    return new Party(
        row.get(1, UUID.class),
        row.get(2, Boolean.class),
        row.get(3, String.class),
        row.get(4, String.class));
  }

  private static List<Draw> draws(DSLContext sql, SqlText query, UUID[]... steps) {
    List<Draw> draws =
        query.list(
            sql,
            row ->
                new Draw(
                    row.getObject(1, UUID.class),
                    row.getObject(2, UUID.class),
                    row.getBigDecimal(3)),
            (Object[]) steps);
    requireAtMost(MOST_DRAWS, draws.size());
    return draws;
  }

  private static void requireAtMost(int limit, int found) {
    if (found > limit) {
      throw new Problem(
          ProblemType.LINEAGE_TOO_LARGE,
          ("The trace has more than %d transactions, or more than %d draws. Trace in one"
                  + " direction, or from a nearer transaction.")
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
    return sql.fetch(
            """
            select id from product_transaction
             where (number = {0} or id = {1}) and ({2} is null or company = {2})
             order by id limit {3}
            """,
            val(number), val(id, UUID.class), val(company, UUID.class), inline(MOST_NAMED))
        .getValues(0, UUID.class);
  }
}
