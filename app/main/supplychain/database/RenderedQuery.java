package supplychain.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.postgresql.util.PGobject;

/**
 * A typed query whose SQL is rendered once. For a document with a hundred fields, rendering costs
 * more than running it; and the driver prepares only a text that it has seen before.
 */
public final class RenderedQuery {
  private final Supplier<String> render;
  private String rendered;

  /** The query, with a {@link #parameter} for each value, in the order of the values. */
  public RenderedQuery(Query query) {
    this(() -> DSL.using(SQLDialect.POSTGRES, Database.SETTINGS).renderInlined(query));
  }

  /** A query that is SQL already, with {@code ?} for each value. */
  public RenderedQuery(String text) {
    this(() -> text);
  }

  private RenderedQuery(Supplier<String> render) {
    this.render = render;
  }

  /** A statement that has this query in the place of {@code %s}. */
  public RenderedQuery in(String statement) {
    return new RenderedQuery(() -> statement.replace("%s", sql()));
  }

  /** Renders at the first use: few of the queries are needed at the start. */
  private synchronized String sql() {
    if (rendered == null) {
      rendered = render.get();
    }
    return rendered;
  }

  /** The place of a value that each run of the query gets. */
  public static <T> Field<T> parameter(Class<T> type) {
    return DSL.field(DSL.raw("?"), type);
  }

  public <T> List<T> list(DSLContext context, Row<T> row, Object... values) {
    Pipeline pipeline = Pipeline.of(context.configuration());
    return context.connectionResult(
        connection ->
            pipeline == null ? list(connection, row, values) : pipeline.list(row, sql(), values));
  }

  /** The first row, if there is one. */
  public <T> Optional<T> one(DSLContext context, Row<T> row, Object... values) {
    return list(context, row, values).stream().findFirst();
  }

  /**
   * Runs it in the round trip of the next query, or of the commit. It runs for its effect: its rows
   * are not read. If it fails, so does that query.
   */
  public void later(DSLContext context, Object... values) {
    context.connection(connection -> Pipeline.of(context.configuration()).add(sql(), values));
  }

  /**
   * The same, and reads its rows, before those of that query. What the reader throws stops both.
   */
  public void later(DSLContext context, Rows rows, Object... values) {
    context.connection(connection -> Pipeline.of(context.configuration()).add(sql(), rows, values));
  }

  /** The same for rows that forbid nothing: that query can be the last one of the write. */
  public void alongside(DSLContext context, Rows rows, Object... values) {
    context.connection(
        connection -> Pipeline.of(context.configuration()).addAlongside(sql(), rows, values));
  }

  /** The same as {@link #later}; the list has the rows after that query. */
  public <T> List<T> listLater(DSLContext context, Row<T> row, Object... values) {
    List<T> result = new ArrayList<>();
    later(context, rows -> read(rows, row, result), values);
    return result;
  }

  /** Runs a write for each row of values, in one round trip. Returns the number of rows of each. */
  public int[] batch(DSLContext context, List<Object[]> rows) {
    return context.connectionResult(
        connection -> {
          Pipeline.of(context.configuration()).flush();
          try (PreparedStatement statement = connection.prepareStatement(sql())) {
            for (Object[] values : rows) {
              bind(statement, 0, values);
              statement.addBatch();
            }
            return statement.executeBatch();
          }
        });
  }

  private <T> List<T> list(Connection connection, Row<T> row, Object... values)
      throws SQLException {
    List<T> result = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql())) {
      bind(statement, 0, values);
      read(statement.executeQuery(), row, result);
    }
    return result;
  }

  /** Binds values after the first {@code before} parameters. Returns the number of all. */
  static int bind(PreparedStatement statement, int before, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(before + i + 1, value(statement.getConnection(), values[i]));
    }
    return before + values.length;
  }

  static <T> void read(ResultSet rows, Row<T> row, List<T> result) throws SQLException {
    while (rows.next()) {
      result.add(row.read(rows));
    }
  }

  private static Object value(Connection connection, Object value) throws SQLException {
    if (value instanceof UUID[] ids) {
      return connection.createArrayOf("uuid", ids);
    }
    if (value instanceof JSONB json) {
      PGobject object = new PGobject();
      object.setType("jsonb");
      object.setValue(json.data());
      return object;
    }
    if (value instanceof SqlArray array) {
      return connection.createArrayOf(array.type(), array.values());
    }
    return value instanceof String[] texts ? connection.createArrayOf("text", texts) : value;
  }

  /** An array as a parameter; {@code type} is PostgreSQL's type of its elements. */
  record SqlArray(String type, Object... values) {}

  /** Reads the current row of a result set. */
  @FunctionalInterface
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Reads all rows of a result set. */
  @FunctionalInterface
  public interface Rows {
    void read(ResultSet rows) throws SQLException;
  }
}
