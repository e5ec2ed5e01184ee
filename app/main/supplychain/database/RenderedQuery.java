package supplychain.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Configuration;
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
  private final String sql;
  private final String audited;

  /** The query, with a {@link #parameter} for each value, in the order of the values. */
  public RenderedQuery(Query query) {
    this(DSL.using(SQLDialect.POSTGRES, Database.SETTINGS).renderInlined(query));
  }

  private RenderedQuery(String sql) {
    this.sql = sql;
    audited = AuditContext.SQL + "; " + sql;
  }

  /** The place of a value that each run of the query gets. */
  public static <T> Field<T> parameter(Class<T> type) {
    return DSL.field(DSL.raw("?"), type);
  }

  /** All rows. */
  public <T> List<T> list(DSLContext context, Row<T> row, Object... values) {
    Configuration configuration = context.configuration();
    return context.connectionResult(
        connection -> {
          if (AuditContext.isPending(configuration)) {
            return auditedList(connection, configuration, row, values);
          }
          AuditContext.send(configuration);
          return list(connection, row, values);
        });
  }

  /** The first row, if there is one. */
  public <T> Optional<T> one(DSLContext context, Row<T> row, Object... values) {
    return list(context, row, values).stream().findFirst();
  }

  /** Runs a write. Returns the number of rows. */
  public int execute(DSLContext context, Object... values) {
    return context.connectionResult(
        connection -> {
          AuditContext.send(context.configuration());
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, 0, values);
            return statement.executeUpdate();
          }
        });
  }

  /** Runs a write for each row of values, in one round trip. Returns the number of rows of each. */
  public int[] batch(DSLContext context, List<Object[]> rows) {
    return context.connectionResult(
        connection -> {
          AuditContext.send(context.configuration());
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
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
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, 0, values);
      return read(statement.executeQuery(), row);
    }
  }

  /** Sends the author along: two statements in one round trip; the second one gives the rows. */
  private <T> List<T> auditedList(
      Connection connection, Configuration configuration, Row<T> row, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(audited)) {
      AuditContext.bind(configuration, statement);
      bind(statement, AuditContext.PARAMETERS, values);
      statement.execute();
      AuditContext.requireLive(statement.getResultSet());
      statement.getMoreResults();
      return read(statement.getResultSet(), row);
    }
  }

  private static void bind(PreparedStatement statement, int before, Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(before + i + 1, value(statement.getConnection(), values[i]));
    }
  }

  private static <T> List<T> read(ResultSet rows, Row<T> row) throws SQLException {
    List<T> result = new ArrayList<>();
    while (rows.next()) {
      result.add(row.read(rows));
    }
    return result;
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
    return value instanceof String[] texts ? connection.createArrayOf("text", texts) : value;
  }

  /** Reads one row. */
  @FunctionalInterface
  public interface Row<T> {
    /** Reads the current row of the result set. */
    T read(ResultSet row) throws SQLException;
  }
}
