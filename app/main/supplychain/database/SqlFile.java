package supplychain.database;

import static java.util.Collections.nCopies;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableFunction;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import supplychain.core.Texts;
import supplychain.database.Batch.Fetched;

/**
 * The statements of a {@code .sql} file beside a class, for what jOOQ cannot say readably. A line
 * {@code -- name: WORD} begins each of them; {@code :word} is a parameter, and a row is read by the
 * names of its columns.
 */
public final class SqlFile {
  /** Begins a statement, with the comment above it, which PostgreSQL does not get. */
  private static final Pattern BEGIN = Pattern.compile("(?m)^((--.*)?\\n)*-- name: ");

  /** Not the type behind two colons. */
  private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z_]+)");

  private static final int FETCHED_TOGETHER = 100;

  private final Map<String, SqlText> statements = new LinkedHashMap<>();

  private SqlFile(String file, String frame) {
    for (String part : BEGIN.splitAsStream(file).skip(1).toList()) {
      int end = part.indexOf('\n');
      String text = frame.replace("%s", part.substring(end + 1));
      String[] parameters =
          PARAMETER.matcher(text).results().map(found -> found.group(1)).toArray(String[]::new);
      String positional = PARAMETER.matcher(text).replaceAll("?");
      statements.put(part.substring(0, end), new SqlText(positional, parameters));
    }
  }

  /** The statements of a file in the folder of a class. */
  public static SqlFile beside(Class<?> owner, String file) {
    return beside(owner, file, "%s");
  }

  /** The statements of a file, each in the place of {@code %s} of a frame. */
  public static SqlFile beside(Class<?> owner, String file, String frame) {
    return at(owner.getPackageName().replace('.', '/') + "/" + file, frame);
  }

  /** The statements of the file at this path among the resources. */
  static SqlFile at(String path, String frame) {
    return new SqlFile(Texts.ofResource("/" + path), frame);
  }

  /** The names of the statements, in the order of the file. */
  public Set<String> names() {
    return statements.keySet();
  }

  /** The text of a statement, with {@code ?} for each value. */
  String text(String name) {
    return statements.get(name).sql();
  }

  /** The id in a column of a row; null if it has none. */
  public static UUID uuid(ResultSet row, String column) throws SQLException {
    return row.getObject(column, UUID.class);
  }

  /** Begins a call of a statement. */
  public Call call(String name) {
    SqlText text = statements.get(name);
    return new Call(text, nCopies(text.parameters().size(), Call.MISSING).toArray());
  }

  /** The parameters of a statement. */
  public Set<String> parameters(String name) {
    return Set.copyOf(statements.get(name).parameters());
  }

  /** One run of a statement, with its values. */
  public record Call(SqlText text, Object... values) {
    private static final Object MISSING = new Object();

    /** Sets a parameter; an array of ids or of texts is an array in SQL. */
    public Call set(String parameter, Object value) {
      if (!text.parameters().contains(parameter)) {
        throw new IllegalArgumentException("the statement has no parameter " + parameter);
      }
      for (int i = 0; i < values.length; i++) {
        values[i] = text.parameters().get(i).equals(parameter) ? value : values[i];
      }
      return this;
    }

    /** Runs the query at once. Its rows are read by their columns. */
    public Result<Record> fetch(DSLContext sql) {
      return run(sql, statement -> sql.fetch(statement.executeQuery()));
    }

    /** Runs the query at once, and reads {@value #FETCHED_TOGETHER} rows at a time. */
    public Cursor<Record> fetchLazy(DSLContext sql) {
      return sql.resultQuery(text.sql(), complete()).fetchSize(FETCHED_TOGETHER).fetchLazy();
    }

    /** Runs the query at once. Reads {@value #FETCHED_TOGETHER} rows at a time, and keeps none. */
    public <T> void each(DSLContext sql, SqlText.Row<T> row, Consumer<T> consumer) {
      run(
          sql,
          statement -> {
            statement.setFetchSize(FETCHED_TOGETHER);
            SqlText.each(statement.executeQuery(), row, consumer);
            return null;
          });
    }

    /** Runs a query of each request at once: jOOQ does not parse its text again. */
    public <T> List<T> list(DSLContext sql, SqlText.Row<T> row) {
      return run(sql, statement -> SqlText.read(statement.executeQuery(), row));
    }

    /** Runs a query of each request at once. Returns its first row, if there is one. */
    public <T> Optional<T> one(DSLContext sql, SqlText.Row<T> row) {
      return list(sql, row).stream().findFirst();
    }

    /** Runs the statement at once. Returns how many rows it changed. */
    public int execute(DSLContext sql) {
      return run(
          sql,
          statement -> {
            statement.execute();
            return statement.getUpdateCount();
          });
    }

    /** Adds the statement to a batch. Its rows can be read after the batch has run. */
    public <T> Fetched<T> add(Batch batch, SqlText.Row<T> row) {
      return batch.add(text, row, complete());
    }

    /** Adds a statement that returns no rows to a batch. */
    public void add(Batch batch) {
      batch.add(text, complete());
    }

    private <T> T run(DSLContext sql, FailableFunction<PreparedStatement, T, SQLException> use) {
      return sql.connectionResult(
          connection -> {
            try (PreparedStatement statement = connection.prepareStatement(text.sql())) {
              SqlText.bind(statement, 0, complete());
              return use.apply(statement);
            }
          });
    }

    Object[] complete() {
      int missing = Arrays.asList(values).indexOf(MISSING);
      if (missing >= 0) {
        String parameter = text.parameters().get(missing);
        throw new IllegalArgumentException("no value for the parameter " + parameter);
      }
      return values.clone();
    }
  }
}
