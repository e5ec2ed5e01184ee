package supplychain.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.postgresql.util.PGobject;

/**
 * The text of a statement, with {@code ?} for each value. A typed query is rendered once: for a
 * document with a hundred fields, rendering costs more than running it; and the driver prepares
 * only a text that it has seen before.
 */
public final class SqlText {
  private final List<String> parameters;
  private final Query query;

  /** Null before the query is rendered. */
  private String text;

  /** The query, with a {@link #parameter} for each value, in the order of the values. */
  public SqlText(Query query) {
    this.query = query;
    parameters = List.of();
  }

  /** A query that is SQL already, with {@code ?} for each value; its values can have names. */
  public SqlText(String text, String... parameters) {
    query = null;
    this.text = text;
    this.parameters = List.of(parameters);
  }

  /** Renders at the first use: few of the queries are needed at the start. */
  synchronized String sql() {
    if (text == null) {
      text = DSL.using(SQLDialect.POSTGRES, Database.SETTINGS).renderInlined(query);
    }
    return text;
  }

  /** The names of the values, in their order; empty if they have none. */
  List<String> parameters() {
    return parameters;
  }

  /** The place of a value that each run of the query gets. */
  public static <T> Field<T> parameter(Class<T> type) {
    return DSL.field(DSL.raw("?"), type);
  }

  /** Begins a run of the statement with these values. */
  public SqlFile.Call with(Object... values) {
    return new SqlFile.Call(this, values);
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

  static <T> void each(ResultSet rows, Row<T> row, Consumer<T> consumer) throws SQLException {
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
      return BinaryArray.of(connection, array.type(), array.values());
    }
    if (value instanceof Object[] values) {
      String type = ColumnArrays.TYPES.get(values.getClass().getComponentType());
      return BinaryArray.of(connection, type, values);
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

  /** Reads the current row of a result set; null leaves it out. */
  @FunctionalInterface
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }
}
