package supplychain.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Query;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.postgresql.util.PGobject;

/**
 * The text of a statement, with {@code ?} for each value. A typed query is rendered once: for a
 * document with a hundred fields, rendering costs more than running it; and the driver prepares
 * only a text that it has seen before.
 */
public final class SqlText {
  /** PostgreSQL's types of the elements of arrays. */
  private static final Map<Class<?>, String> ARRAYS =
      Map.of(
          UUID[].class, "uuid",
          String[].class, "text",
          Boolean[].class, "bool",
          Long[].class, "int8");

  private final Supplier<String> render;
  private String rendered;

  /** The query, with a {@link #parameter} for each value, in the order of the values. */
  public SqlText(Query query) {
    this(() -> DSL.using(SQLDialect.POSTGRES, Database.SETTINGS).renderInlined(query));
  }

  /** A query that is SQL already, with {@code ?} for each value. */
  public SqlText(String text) {
    this(() -> text);
  }

  private SqlText(Supplier<String> render) {
    this.render = render;
  }

  /** A statement that has this query in the place of {@code %s}. */
  public SqlText in(String statement) {
    return new SqlText(() -> statement.replace("%s", sql()));
  }

  /** Renders at the first use: few of the queries are needed at the start. */
  synchronized String sql() {
    if (rendered == null) {
      rendered = render.get();
    }
    return rendered;
  }

  /** The place of a value that each run of the query gets. */
  public static <T> Field<T> parameter(Class<T> type) {
    return DSL.field(DSL.raw("?"), type);
  }

  /** Runs a query at once. */
  public <T> List<T> list(DSLContext context, Row<T> row, Object... values) {
    return run(
        context,
        statement -> {
          try (ResultSet result = statement.executeQuery()) {
            return read(result, row);
          }
        },
        values);
  }

  /** Runs a query at once. Reads so many rows at a time, and keeps none. */
  <T> void each(
      DSLContext context, int together, Row<T> row, Consumer<T> consumer, Object... values) {
    run(
        context,
        statement -> {
          statement.setFetchSize(together);
          try (ResultSet result = statement.executeQuery()) {
            each(result, row, consumer);
          }
          return null;
        },
        values);
  }

  /** Runs a query at once. Its rows are read by their columns. */
  Result<Record> fetch(DSLContext context, Object... values) {
    return run(context, statement -> context.fetch(statement.executeQuery()), values);
  }

  /** The first row, if there is one. */
  public <T> Optional<T> one(DSLContext context, Row<T> row, Object... values) {
    return list(context, row, values).stream().findFirst();
  }

  /** Runs a statement at once, for its effect. Returns how many rows it changed. */
  public int execute(DSLContext context, Object... values) {
    return run(
        context,
        statement -> {
          statement.execute();
          return statement.getUpdateCount();
        },
        values);
  }

  private <T> T run(DSLContext context, Use<T> use, Object... values) {
    return context.connectionResult(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql())) {
            bind(statement, 0, values);
            return use.of(statement);
          }
        });
  }

  /** Binds values after the first {@code before} parameters. Returns the number of all. */
  static int bind(PreparedStatement statement, int before, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Null none) {
        statement.setNull(before + i + 1, Types.OTHER, none.type());
      } else {
        statement.setObject(before + i + 1, value(statement.getConnection(), values[i]));
      }
    }
    return before + values.length;
  }

  static <T> List<T> read(ResultSet rows, Row<T> row) throws SQLException {
    List<T> result = new ArrayList<>();
    each(rows, row, result::add);
    return result;
  }

  private static <T> void each(ResultSet rows, Row<T> row, Consumer<T> consumer)
      throws SQLException {
    while (rows.next()) {
      T value = row.read(rows);
      if (value != null) {
        consumer.accept(value);
      }
    }
  }

  private static Object value(Connection connection, Object value) throws SQLException {
    if (value instanceof JSONB json) {
      PGobject object = new PGobject();
      object.setType("jsonb");
      object.setValue(json.data());
      return object;
    }
    if (value instanceof SqlArray array) {
      return connection.createArrayOf(array.type(), array.values());
    }
    if (value instanceof Object[] values) {
      return connection.createArrayOf(ARRAYS.get(value.getClass()), values);
    }
    return value;
  }

  /**
   * A null as a parameter that other rows have a value for. {@code type} is PostgreSQL's type of
   * such a value: the driver prepares a statement again whenever the type of a parameter changes.
   */
  record Null(String type) {}

  /** An array as a parameter; {@code type} is PostgreSQL's type of its elements. */
  record SqlArray(String type, Object... values) {}

  @FunctionalInterface
  private interface Use<T> {
    T of(PreparedStatement statement) throws SQLException;
  }

  /** Reads the current row of a result set; null leaves it out. */
  @FunctionalInterface
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }
}
