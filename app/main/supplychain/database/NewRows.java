package supplychain.database;

import static org.jooq.impl.DSL.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.InsertOnDuplicateStep;
import org.jooq.Query;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.database.Batch.Fetched;

/** New rows of one table, inserted together. */
public record NewRows(Table<?> table, List<Field<?>> columns, List<Object[]> rows) {
  /** The rendered inserts. Their number stays small: each belongs to a place in the code. */
  private static final Map<Key, SqlText> RENDERED = new ConcurrentHashMap<>();

  private static final Set<String> SET_BY_DATABASE =
      Set.of("created_on", "updated_on", "document", "document_users", "rule");

  /** How many rows an insert has, and what happens to a row that a unique key forbids. */
  private enum Form {
    ONE,
    MANY,
    MANY_UNLESS_THERE
  }

  /** The key has the names of the columns, which are quicker to compare than columns. */
  private record Key(String table, List<String> columns, Form form) {}

  /** An insert into these columns, without rows yet. */
  public NewRows(Table<?> table, Field<?>... columns) {
    this(table, List.of(columns), new ArrayList<>());
  }

  /** An insert into all columns except for those that the database sets. */
  public static NewRows of(Table<?> table) {
    return new NewRows(
        table,
        Stream.of(table.fields())
            .filter(column -> !SET_BY_DATABASE.contains(column.getName()))
            .toArray(Field<?>[]::new));
  }

  /** Adds a row, its values in the order of the columns. */
  public NewRows add(Object... values) {
    rows.add(values);
    return this;
  }

  /** Adds a row; columns without a value are null. */
  public NewRows add(NewRow row) {
    rows.add(columns.stream().map(row.values()::get).toArray());
    return this;
  }

  /** Inserts the rows at once: runs the batch. */
  public void insert(DSLContext sql) {
    Batch batch = Batch.of(sql);
    insert(batch);
    batch.run();
  }

  /** Inserts the rows when the batch runs. */
  public void insert(Batch batch) {
    if (rows.size() == 1) {
      batch.add(rendered(Form.ONE), ColumnArrays.ofOne(columns, rows.get(0)));
    } else if (!rows.isEmpty()) {
      batch.add(rendered(Form.MANY), ColumnArrays.of(columns, rows));
    }
  }

  /**
   * Inserts the rows that no unique key forbids: runs the batch. Returns for each row whether it
   * was inserted; the first column tells the rows apart.
   */
  public List<Boolean> insertUnlessThere(Batch batch) {
    if (rows.isEmpty()) {
      return List.of();
    }
    Fetched<Object> inserted =
        batch.add(
            rendered(Form.MANY_UNLESS_THERE),
            row -> row.getObject(1),
            ColumnArrays.of(columns, rows));
    batch.run();
    Set<Object> first = Set.copyOf(inserted.list());
    return rows.stream().map(row -> first.contains(row[0])).toList();
  }

  private SqlText rendered(Form form) {
    List<String> names = columns.stream().map(Field::getName).toList();
    return RENDERED.computeIfAbsent(
        new Key(table.getName(), names, form), absent -> new SqlText(query(form)));
  }

  private Query query(Form form) {
    if (form == Form.ONE) {
      Stream<?> parameters = columns.stream().map(column -> SqlText.parameter(column.getType()));
      return DSL.insertInto(table, columns).values(parameters.toArray());
    }
    InsertOnDuplicateStep<?> insert =
        DSL.insertInto(table, columns)
            .select(
                select(columns.stream().map(ColumnArrays::given).toList())
                    .from(ColumnArrays.unnest(columns)));
    return form == Form.MANY ? insert : insert.onConflictDoNothing().returning(columns.get(0));
  }
}
