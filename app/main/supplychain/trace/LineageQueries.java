package supplychain.trace;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.or;
import static org.jooq.impl.DSL.val;
import static supplychain.records.transaction.TransactionResources.PRODUCT_TRANSACTIONS;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Records;
import org.jooq.Result;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** Lineages in the database, each read in a few round trips however long it is. */
public final class LineageQueries {
  /** How many transactions a lineage has on one side at the most. */
  public static final int MOST_STEPS = 50_000;

  /** How often they draw from one another at the most. */
  public static final int MOST_DRAWS = 100_000;

  /**
   * The parents of a step are seen where its source is the caller's own, or shares them; or where
   * the caller has to do with them. A reversed transaction has none: they have all of it back.
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
         and not exists (select from reversal where reversal.product_transaction = step.id)
      """
          .formatted(transaction("draw.parent"));

  private static final String DOWN =
      """
      select product_transaction.id, product_transaction.source
        from step
        join product_transaction_parent draw on draw.parent = step.id
       %s
       where ({2})
         and not exists (select from reversal where reversal.product_transaction = step.id)
      """
          .formatted(transaction("draw.child"));

  /** All that may change of a lineage is read by this one statement, so that it fits together. */
  private static final String STEPS =
      """
      with recursive step (id, source) as (
        select product_transaction.id, source from product_transaction where id = {0} and ({2})
        union
        %s)
      select product_transaction.id, number, date, type, company, product_transaction.source,
             destination, product, product.name, quantity, source_quantity,
             case when {2} then coalesce(remaining, 0) end, {2},
             exists (select from reversal
                      where reversal.product_transaction = product_transaction.id)
        from (select id from step limit {3}) found
        join product_transaction on product_transaction.id = found.id
        join product on product.id = product_transaction.product
      """;

  private static final String DRAWS_OF =
      """
      select child, parent, drawn, position
        from product_transaction_parent
       where child = any ({0})
         and not exists (select from reversal where reversal.product_transaction = parent)
       order by child, position
       limit {1}
      """;

  private static final String DRAWS_AMONG =
      """
      select child, parent, drawn, position
        from product_transaction_parent
       where child = any ({0}) and parent = any ({0})
       order by child, position
       limit {1}
      """;

  private LineageQueries() {}

  /**
   * Looks up the transaction of each draw, unless it was reversed. PostgreSQL does not know how far
   * a walk leads: without {@code offset 0} it may read the whole table again at every step.
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

  /**
   * What a transaction came from, as far as the caller sees it.
   *
   * @return none where the caller does not see the transaction itself
   * @throws Problem if it has more than {@link #MOST_STEPS} steps or {@link #MOST_DRAWS} draws
   */
  public static Optional<Lineage> up(DSLContext sql, Caller caller, UUID transaction) {
    return read(sql, caller, transaction, true);
  }

  /** What came from it, in the same way. */
  public static Optional<Lineage> down(DSLContext sql, Caller caller, UUID transaction) {
    return read(sql, caller, transaction, false);
  }

  private static Optional<Lineage> read(
      DSLContext sql, Caller caller, UUID transaction, boolean leadsUp) {
    Condition seen = or(PRODUCT_TRANSACTIONS.visibility().of(caller));
    Result<Record> rows =
        sql.resultQuery(
                STEPS.formatted(leadsUp ? UP : DOWN),
                val(transaction),
                val(caller.company(), UUID.class),
                seen,
                inline(MOST_STEPS + 1))
            .fetch();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    require(rows.size() <= MOST_STEPS);
    Map<UUID, Step> steps = steps(rows, PartyQueries.find(sql, caller, parties(rows)));
    boolean isReversed = steps.get(transaction).isReversed();
    List<Draw> draws =
        isReversed ? List.of() : draws(sql, leadsUp ? DRAWS_OF : DRAWS_AMONG, steps.keySet());
    return Optional.of(new Lineage(transaction, steps, draws, leadsUp));
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new Problem(
          ProblemType.LINEAGE_TOO_LARGE,
          "It leads to more than %d transactions, or more than %d draws between them."
              .formatted(MOST_STEPS, MOST_DRAWS));
    }
  }

  private static Map<UUID, Step> steps(Result<Record> rows, Map<UUID, Party> parties) {
    Map<UUID, Step> steps = new HashMap<>();
    for (Record row : rows) {
      UUID id = row.get(0, UUID.class);
      steps.put(
          id,
          new Step(
              id,
              row.get(1, String.class),
              row.get(2, OffsetDateTime.class),
              row.get(3, String.class),
              row.get(4, UUID.class),
              parties.get(row.get(5, UUID.class)),
              parties.get(row.get(6, UUID.class)),
              row.get(7, UUID.class),
              row.get(8, String.class),
              row.get(9, BigDecimal.class),
              row.get(10, BigDecimal.class),
              row.get(11, BigDecimal.class),
              row.get(12, Boolean.class),
              row.get(13, Boolean.class)));
    }
    return steps;
  }

  private static Set<UUID> parties(Result<Record> rows) {
    Set<UUID> ids = new HashSet<>();
    for (Record row : rows) {
      ids.add(row.get(5, UUID.class));
      ids.add(row.get(6, UUID.class));
    }
    return ids;
  }

  private static List<Draw> draws(DSLContext sql, String query, Collection<UUID> steps) {
    List<Draw> draws =
        sql.resultQuery(query, val(array(steps)), inline(MOST_DRAWS + 1))
            .coerce(
                field("child", UUID.class),
                field("parent", UUID.class),
                field("drawn", BigDecimal.class),
                field("position", Integer.class))
            .fetch(Records.mapping(Draw::new));
    require(draws.size() <= MOST_DRAWS);
    return draws;
  }

  private static UUID[] array(Collection<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }

  /** Who the parties of a lineage are. */
  private static final class PartyQueries {
    /**
     * A farmer of another company is named only by its own consent. Each table is read by itself: a
     * join of what was recorded just now, of which there are no statistics yet, takes minutes.
     */
    private static final String PARTIES =
        """
        select id, 'COMPANY', name
          from company
         where id in (select unnest({0}))
        union all
        select id, 'FARMER',
               case when consent_status = 'GRANTED' or buyer = {1} or {2}
                    then concat_ws(' ', first_name, last_name) end
          from farmer
         where id in (select unnest({0}))
        """;

    private PartyQueries() {}

    /** The parties of these ids, as the caller may know them. */
    static Map<UUID, Party> find(DSLContext sql, Caller caller, Set<UUID> ids) {
      return sql
          .resultQuery(
              PARTIES,
              val(ids.toArray(UUID[]::new)),
              val(caller.company(), UUID.class),
              inline(caller.isOperator()))
          .fetch()
          .stream()
          .map(
              row ->
                  new Party(
                      row.get(0, UUID.class),
                      Party.Kind.valueOf(row.get(1, String.class)),
                      row.get(2, String.class)))
          .collect(Collectors.toMap(Party::id, Function.identity()));
    }
  }
}
