package supplychain.resource;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.sql;
import static supplychain.database.RenderedQuery.parameter;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Select;
import org.jooq.impl.DSL;
import supplychain.database.Reader;
import supplychain.database.RenderedQuery;

/**
 * Reads records, however heavy, in the order of their ids, and only so many as weigh together what
 * is allowed: PostgreSQL sends no more. The bound is kept there, since the driver takes all that is
 * sent into memory before the first row can be looked at.
 */
public final class Weighed {
  /** The id of the record at hand. */
  static final Field<UUID> WANTED = field("wanted.id", UUID.class);

  /** Fenced off, so that each record is found by its id, written once, and in its turn. */
  private static final String QUERY =
      """
      select {0}
        from (select record.*, wanted.place,
                     sum({1}) over (order by wanted.place rows between unbounded preceding and 1 preceding) as before
                from unnest({2}) with ordinality as wanted (id, place)
                left join lateral ({3} offset 0) as record ({0}) on true) as weighed
       where coalesce(before, 0) < {4}
       order by place
      """;

  private final RenderedQuery query;

  private Weighed(RenderedQuery query) {
    this.query = query;
  }

  /**
   * What {@code select} says of one record, that of the id {@link #WANTED}.
   *
   * @param weight how many bytes its columns have, which are named {@code c0}, {@code c1} …
   */
  static Weighed of(Select<?> select, String weight) {
    String columns =
        IntStream.range(0, select.getSelect().size())
            .mapToObj(i -> "c" + i)
            .collect(Collectors.joining(", "));
    Query weighed =
        DSL.query(
            QUERY,
            sql(columns),
            sql(weight),
            parameter(UUID[].class),
            select,
            parameter(Integer.class));
    return new Weighed(new RenderedQuery(Reader.given(weighed)));
  }

  /**
   * The first of these records, at least one, and no more once they have so many bytes together.
   *
   * @param reader the company that reads them; null for an operator
   */
  <T> List<T> list(
      DSLContext sql, RenderedQuery.Row<T> row, UUID reader, List<UUID> ids, int bytes) {
    return query.list(sql, row, reader, ids.toArray(UUID[]::new), Math.max(1, bytes));
  }
}
