package supplychain.history;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.val;

import org.jooq.DSLContext;
import org.jooq.Record;

/**
 * What is numbered together: what one snapshot of PostgreSQL sees and the one before did not.
 *
 * @param first the first transaction that began after its start
 * @param until the snapshot that sees all of it
 * @param isBegun whether some of it has been numbered
 * @param beyond only what has a greater id
 * @param ended the transactions that ran at its start and are over
 * @param isForeign whether its start is in the future: it is of another cluster
 */
record NumberingBatch(
    String first, String until, boolean isBegun, long beyond, String ended, boolean isForeign) {
  /** How many rows of the history are numbered in one transaction. */
  static final int TOGETHER = 10_000;

  /** Where it stands, and which batch is next: the one that was begun, or all that is there now. */
  private static final String BATCH =
      """
      with feed as (
        select since, coalesce(until, pg_current_snapshot()) as until, until is not null as is_begun,
               greatest(settled, taken) as beyond
          from change_feed
      )
      select pg_snapshot_xmax(since)::text as first, until::text as until, is_begun, beyond,
             array(select pg_snapshot_xip(since) except select pg_snapshot_xip(until))::text as ended,
             pg_snapshot_xmax(since) > pg_snapshot_xmax(pg_current_snapshot()) as is_foreign
        from feed
      """;

  /**
   * The ids of the batch: of transactions that began after its start, and of those that ran then
   * and have ended.
   */
  private static final String PENDING =
      """
      select id
        from history
       where transaction >= cast({0} as xid8)
         and transaction < pg_snapshot_xmax(cast({1} as pg_snapshot))
         and pg_visible_in_snapshot(transaction, cast({1} as pg_snapshot))
         and id > {3}
      union all
      select id
        from history
       where transaction = any (cast({2} as xid8[]))
         and id > {3}
      """;

  private static final String IS_PENDING = "select exists (" + PENDING + ")";

  private static final String TAKE =
      """
      with pending as materialized (
      """
          + PENDING
          + """
      ),
      taken as materialized (
        select history.*
          from (select id from pending order by id limit {4}) as next join history using (id)
      ),
      """
          + Touched.SQL
          + """
      entry as materialized (
        select (select position from change_feed) + row_number() over (order by max(id), resource) as position,
               max(id) as history, transaction, resource, record, bool_or(is_new) as is_new,
               coalesce(array_agg(distinct field order by field) filter (where field is not null), '{}') as changed
          from touched
         group by transaction, resource, record
      ),
      numbered as (
        insert into change (position, history, resource, record, operation, changed)
        select position, history, resource, record, case when is_new then 'CREATED' else 'CHANGED' end,
               case when is_new then '{}' else changed end
          from entry
      ),
      addressed as (
        insert into change_reader (reader, position, appears)
        select reader, position, coalesce(bool_or(reader = newcomer), false)
          from touched join entry using (transaction, resource, record), unnest(readers) as reader
         group by reader, position
      )
      select (select count(*) from taken), (select max(id) from taken), (select max(position) from entry)
      """;

  /** Its snapshot is taken now, in a statement of its own, unless it was begun before. */
  static NumberingBatch next(DSLContext sql) {
    Record row = sql.fetchSingle(BATCH);
    return new NumberingBatch(
        row.get("first", String.class),
        row.get("until", String.class),
        row.get("is_begun", Boolean.class),
        row.get("beyond", Long.class),
        row.get("ended", String.class),
        row.get("is_foreign", Boolean.class));
  }

  /** Whether there is anything in it that has no number. */
  boolean isPending(DSLContext sql) {
    return isBegun || sql.fetchSingle(IS_PENDING, values()).get(0, Boolean.class);
  }

  /** Numbers its next rows; returns how many. */
  int take(DSLContext sql) {
    Record done = sql.fetchSingle(TAKE, values());
    int rows = done.get(0, Integer.class);
    Long last = done.get(1, Long.class);
    Long position = done.get(2, Long.class);
    boolean isOver = rows < TOGETHER;
    sql.execute(
        """
        update change_feed
           set since = case when {0} then cast({1} as pg_snapshot) else since end,
               until = case when {0} then null else cast({1} as pg_snapshot) end,
               taken = case when {0} then 0 else {2} end,
               position = greatest(position, {3})
        """,
        val(isOver), val(until), val(last, Long.class), val(position, Long.class));
    return rows;
  }

  private Object[] values() {
    return new Object[] {val(first), val(until), val(ended), val(beyond), inline(TOGETHER)};
  }
}
