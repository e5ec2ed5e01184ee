package supplychain.database;

import static org.jooq.impl.DSL.*;

import java.util.ArrayList;
import java.util.Arrays;
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
public final class NewRows {
  /** The rendered inserts. Their number stays small: each belongs to a place in the code. */
  private static final Map<Key, SqlText> RENDERED = new ConcurrentHashMap<>();

  /** The columns of an insert by {@link #of}, by the name of the table. */
  private static final Map<String, ColumnList> OF_TABLES = new ConcurrentHashMap<>();

  private static final Set<String> SET_BY_DATABASE =
      Set.of("created_on", "updated_on", "document", "document_users", "rule");

  /** How many rows an insert has, and what happens to a row that a unique key forbids. */
  private enum Form {
    ONE,
    MANY,
    MANY_UNLESS_THERE
  }

  /** Columns with their names, which are quicker to compare than columns. */
  private record ColumnList(List<Field<?>> all, List<String> names) {
    ColumnList(List<Field<?>> all) {
      this(all, all.stream().map(Field::getName).toList());
    }
  }

  private record Key(String table, List<String> columns, Form form) {}

  private final Table<?> table;
  private final ColumnList columns;
  private final List<Object[]> rows = new ArrayList<>();

  private NewRows(Table<?> table, ColumnList columns) {
    this.table = table;
    this.columns = columns;
  }

  /** An insert into these columns, without rows yet. */
  public NewRows(Table<?> table, Field<?>... columns) {
    this(table, new ColumnList(List.of(columns)));
  }

  /** An insert into all columns except for those that the database sets. */
  public static NewRows of(Table<?> table) {
    return new NewRows(table, OF_TABLES.computeIfAbsent(table.getName(), name -> columnsOf(table)));
  }

  private static ColumnList columnsOf(Table<?> table) {
    return new ColumnList(
        table.fieldStream().filter(column -> !SET_BY_DATABASE.contains(column.getName())).toList());
  }

  /** Adds a row, its values in the order of the columns. */
  public NewRows add(Object... values) {
    rows.add(values);
    return this;
  }

  /** Adds a row; columns without a value are null. */
  public NewRows add(NewRow row) {
    Object[] values = new Object[columns.names().size()];
    Arrays.setAll(values, i -> row.values().get(columns.names().get(i)));
    return add(values);
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
      batch.add(rendered(Form.ONE), ColumnArrays.ofOne(columns.all(), rows.get(0)));
    } else if (!rows.isEmpty()) {
      batch.add(rendered(Form.MANY), ColumnArrays.of(columns.all(), rows));
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
            ColumnArrays.of(columns.all(), rows));
    batch.run();
    Set<Object> first = Set.copyOf(inserted.list());
    return rows.stream().map(row -> first.contains(row[0])).toList();
  }

  private SqlText rendered(Form form) {
    return RENDERED.computeIfAbsent(
        new Key(table.getName(), columns.names(), form),
        absent -> new SqlText(query(columns.all(), form)));
  }

  private Query query(List<Field<?>> columns, Form form) {
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
