package supplychain.history;

import static org.jooq.impl.DSL.*;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import supplychain.core.Caller;
import supplychain.core.Role;

/** The changes in the database, in the order of their transactions. */
final class ChangeQueries {
  /** All companies read these changes. */
  static final UUID EVERYBODY = new UUID(0, 0);

  /** How many rows of one transaction are read together. */
  static final int TOGETHER = 10_000;

  private static final int MOST_READERS = 3;

  private static final String NEWS =
      """
      select distinct reader
        from history left join lateral unnest(readers) as reader on true
       where transaction >= {0} and transaction < {1}
      """;

  /** The rows after a position, and the rest of the transaction in which they end. */
  private static final String ROWS =
      """
      with found as materialized (
        select id, transaction from (%s) as any_reader order by transaction, id limit {3}
      ),
      last as (select transaction, id from found order by transaction desc, id desc limit 1),
      rest as (select id, transaction from (%s) as any_reader order by id limit %d)
      select id, transaction from found union all select id, transaction from rest
      order by transaction, id
      """;

  /**
   * The condition for a record that the company may read. It matters after a farmer moved: both
   * companies follow the change, but only the old buyer still reads the farmer's cards and
   * submissions, and only the new buyer reads the farmer.
   */
  private static final String IS_READ =
      """
      case when is_erased then true
           when resource in ('submissions', 'entity-cards') then is_own
           when resource in ('farmers', 'companies') and not is_itself
           then not is_own or cardinality(readers) = 1
           else true end
      """;

  /**
   * The changes in some rows, after a position. {@code taken} has rows of the history; {@code
   * touched} gets a row for each record that such a row changes. The newcomer is the company to
   * which a farmer moved.
   */
  private static final String PAGE =
      """
      with taken as materialized (
        select history.*, readers[1] = {4} as is_own
          from unnest({0}) as next (id) join history using (id)
      ),
      kind (kind, resource) as (
        values ('app_user', 'users'), ('product', 'products'), ('company', 'companies'),
               ('company_member', 'company-members'), ('token', 'tokens'), ('farmer', 'farmers'),
               ('card', 'connect-cards'), ('entity_card', 'entity-cards'), ('premium', 'premiums'),
               ('form', 'forms'), ('company_product', 'company-products'), ('submission', 'submissions'),
               ('product_transaction', 'product-transactions'),
               ('payment_transaction', 'payment-transactions'), ('origin_file', 'origin-files')
      ),
      part (kind, resource, field) as (
        values ('field_visibility', 'companies', 'field_visibilties'), ('entity_card', 'companies', 'entity_card'),
               ('entity_card', 'farmers', 'entity_card'), ('submission', 'farmers', 'submission'),
               ('plot', 'farmers', 'plots'), ('form_field', 'forms', 'fields'),
               ('field_config', 'forms', 'field_config'), ('form_product', 'forms', 'products'),
               ('premium_option', 'premiums', 'options'), ('premium_range', 'premiums', 'ranges'),
               ('company_product_form', 'company-products', 'forms'),
               ('company_product_premium', 'company-products', 'premiums'),
               ('submission', 'product-transactions', 'submissions'),
               ('submission_value', 'submissions', 'values'), ('erasure', 'farmers', 'erasure'),
               ('reversal', 'product-transactions', 'is_reversed'),
               ('reversal', 'payment-transactions', 'is_reversed')
      ),
      named as (
        select taken.*, resource, taken.record as touched, operation = 'INSERT' as is_new, field, true as is_itself
          from taken join kind using (kind)
          left join lateral (
                 select case key when 'app_user' then 'user' when 'remaining' then 'current_quantity'
                                  when 'reversed_on' then 'is_reversed' else key end
                   from jsonb_object_keys(after) as key
                  where operation = 'UPDATE') as one (field) on true
        union all
        select taken.*, resource, coalesce(part_of, (after ->> 'farmer')::uuid, record), false, field, false
          from taken join part using (kind)
         where kind <> 'erasure' or operation = 'INSERT'
        union all
        select taken.*, 'farmers', submission.farmer, false, 'submission', false
          from taken join submission on submission.id = part_of
         where kind = 'submission_value' and submission.farmer is not null
      ),
      touched as (
        select id, transaction, resource, touched as record, is_new, field, is_itself, is_own, readers,
               kind = 'erasure' as is_erased,
               case when kind = 'farmer' and before ->> 'buyer' is not null
                    then (after ->> 'buyer')::uuid end as newcomer
          from named
         where is_itself
            or case resource
                 when 'companies' then exists (select from company where company.id = touched)
                 when 'farmers' then exists (select from farmer where farmer.id = touched)
                 when 'product-transactions' then exists (select from product_transaction t where t.id = touched)
                 when 'payment-transactions' then exists (select from payment_transaction t where t.id = touched)
                 else true end
      ),
      entry as (
        select max(id) as id, transaction, resource, record, bool_or(is_new) as is_new, bool_or(is_erased) as is_erased,
               coalesce(bool_or(newcomer = {4}), false) as appears,
               array_agg(distinct field order by field) filter (where field is not null) as changed
          from touched
         where %s
         group by transaction, resource, record
      ),
      page as (
        select * from entry
         where (transaction, id, resource) > ({1}, {2}, {3})
         order by transaction, id, resource
         limit {5}
      )
      select page.transaction, page.id, resource, page.record, json_build_object(
               'resource', resource,
               'id', page.record,
               'path', null,
               'operation', case when is_erased then 'ERASED' when is_new or appears then 'CREATED' else 'CHANGED' end,
               'changed', case when is_erased or is_new or appears then '{}' else coalesce(changed, '{}') end,
               'at', at,
               'user', case when %s then app_user end,
               'request_id', case when %<s then request end,
               'client_request_id', case when %<s then client_request end)::text as change
        from page join history on history.id = page.id
       order by page.transaction, page.id, resource
      """;

  private static final String AFTER = "(transaction, id) > ({0}, {1}) and transaction < {2}";

  private static final String REST =
      "transaction = (select transaction from last) and id > (select id from last)";

  private static final String MEMBER =
      """
      exists (select from company_member
               where company = {4} and company_member.app_user = history.app_user and is_active)
      """;

  private ChangeQueries() {}

  /**
   * A change of a record by one transaction of the database.
   *
   * @param id the id of its last row in the history
   * @param resource the kind of record, as in its path
   * @param change its JSON, without the path and the document of the record
   */
  record FeedChange(long transaction, long id, String resource, UUID record, String change) {}

  /**
   * The readers of the changes from one transaction up to, but not including, another. Null means
   * that only operators read a change.
   */
  static Set<UUID> news(DSLContext sql, long from, long before) {
    return sql.resultQuery(NEWS, inline(from), inline(before)).fetchSet(0, UUID.class);
  }

  /** The position after the caller's last change. */
  static ChangeCursor last(DSLContext sql, Caller caller, ChangeFeed feed) {
    String newest = "transaction < {2} order by transaction desc, id desc limit 1";
    String query =
        "select id, transaction from (%s) as last order by transaction desc, id desc limit 1"
            .formatted(rows(caller, newest));
    Result<Record> last = rows(sql, caller, query, feed.beginning(), feed.horizon(), 1);
    return last.isEmpty() ? feed.beginning() : after(feed.installation(), last.get(0));
  }

  private static ChangeCursor after(UUID installation, Record row) {
    return ChangeCursor.after(
        installation, row.get("transaction", Long.class), row.get("id", Long.class));
  }

  /** The caller's changes after a cursor and below the horizon. */
  static List<FeedChange> page(
      DSLContext sql, Caller caller, ChangeCursor after, long horizon, int limit) {
    List<FeedChange> changes = List.of();
    ChangeCursor start = after;
    // Rows that lead to no change, such as those of a change before the cursor, end no page.
    while (changes.isEmpty()) {
      Result<Record> rows = rows(sql, caller, start, horizon, limit);
      if (rows.isEmpty()) {
        break;
      }
      changes = changes(sql, caller, after, rows.getValues("id", Long.class), limit);
      start = after(after.installation(), rows.get(rows.size() - 1));
    }
    return changes;
  }

  /** As many rows as the page has changes, and the rest of the last transaction. */
  private static Result<Record> rows(
      DSLContext sql, Caller caller, ChangeCursor after, long horizon, int limit) {
    String query =
        ROWS.formatted(
            rows(caller, AFTER + " order by transaction, id limit {3}"),
            rows(caller, REST + " order by id limit " + TOGETHER),
            TOGETHER);
    return rows(sql, caller, query, after, horizon, limit);
  }

  private static Result<Record> rows(
      DSLContext sql, Caller caller, String query, ChangeCursor after, long horizon, int limit) {
    return sql.fetch(
        query,
        val(after.transaction()),
        val(after.from()),
        val(horizon),
        val(limit),
        inline(caller.company(), UUID.class));
  }

  private static List<FeedChange> changes(
      DSLContext sql, Caller caller, ChangeCursor after, List<Long> rows, int limit) {
    String query =
        PAGE.formatted(
            caller.isOperator() ? "true" : IS_READ, caller.isOperator() ? "true" : MEMBER);
    return sql.fetch(
            query,
            val(rows.toArray(Long[]::new)),
            val(after.transaction()),
            val(after.id()),
            val(after.resource()),
            val(caller.company(), UUID.class),
            val(limit))
        .into(FeedChange.class);
  }

  /**
   * Searches for each reader on its own, each time by an index. The company is inlined, because a
   * plan for any company might walk through the changes of all.
   */
  private static String rows(Caller caller, String condition) {
    String select = "(select id, transaction from history where %s%s)";
    if (caller.isOperator()) {
      return select.formatted("", condition);
    }
    String mayRead = caller.role().compareTo(Role.ADMIN) >= 0 ? "" : "kind <> 'token' and ";
    return IntStream.rangeClosed(0, MOST_READERS)
        .mapToObj(
            i -> i == 0 ? "readers[1] = '" + EVERYBODY + "' and " : "readers[" + i + "] = {4} and ")
        .map(reader -> select.formatted(reader + mayRead, condition))
        .collect(Collectors.joining(" union all "));
  }
}
