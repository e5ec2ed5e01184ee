package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.database.SqlText.parameter;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Select;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Reader;
import supplychain.database.SqlText;

/**
 * Reads records in the order of their ids, up to a number of bytes. PostgreSQL applies the limit,
 * because the driver keeps all rows in memory before the service sees the first one.
 */
public final class SizeLimit {
  /** The id of the record at hand. */
  static final Field<UUID> WANTED = field("wanted.id", UUID.class);

  /**
   * Reads one record after the other until they reach the number of bytes. The first part only
   * gives the columns their types. {@code offset 0} keeps the planner from merging the subquery, so
   * that PostgreSQL finds each record by its id and writes it once.
   */
  private static final String QUERY =
      """
      with recursive {7}, weighed as (
        select 0 as place, cast(0 as bigint) as weight, record.*
          from reader
          cross join (select cast(null as uuid) as id) as wanted
          left join lateral ({0} offset 0) as record ({1}) on false
        union all
        select place + 1, weighed.weight + written.weight, {2}
          from weighed
          cross join reader
          cross join lateral (select (cast({3} as uuid[]))[place + 1] as id) as wanted
          left join lateral (
                 select {4} as weight, record.* from ({0} offset 0) as record ({1})) as written on true
         where place < {5} and weighed.weight < {6}
      )
      select {1} from weighed where place > 0 order by place
      """;

  private final SqlText query;

  private SizeLimit(SqlText query) {
    this.query = query;
  }

  /**
   * The columns of {@code select} for one record, the one with the id {@link #WANTED}.
   *
   * @param weight the size of a row in bytes; its columns are named {@code c0}, {@code c1} …
   */
  static SizeLimit of(Select<?> select, String weight) {
    List<String> columns =
        IntStream.range(0, select.getSelect().size()).mapToObj(i -> "c" + i).toList();
    Query weighed =
        DSL.query(
            QUERY,
            select,
            sql(String.join(", ", columns)),
            sql("written." + String.join(", written.", columns)),
            parameter(UUID[].class),
            sql(weight),
            parameter(Integer.class),
            parameter(Integer.class),
            Reader.table());
    return new SizeLimit(new SqlText(weighed));
  }

  /** The first of these records, whose only column is a document. */
  List<byte[]> documents(DSLContext sql, Caller reader, List<UUID> ids, int bytes) {
    return list(sql, row -> Json.compact(row.getBytes(1)), reader, ids, bytes);
  }

  /** The first of these records: at least one, and no more after they reach {@code bytes}. */
  <T> List<T> list(DSLContext sql, SqlText.Row<T> row, Caller reader, List<UUID> ids, int bytes) {
    return ids.isEmpty()
        ? List.of()
        : query
            .with(
                reader.company(),
                reader.user(),
                ids.toArray(UUID[]::new),
                ids.size(),
                Math.max(1, bytes))
            .list(sql, row);
  }
}
