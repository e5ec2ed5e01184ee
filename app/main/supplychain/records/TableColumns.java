package supplychain.records;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.select;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.SelectField;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/**
 * A list as a table, for a spreadsheet: a line for each record, its plain fields as text.
 *
 * @param names the names of the columns, those of the fields in the record's document
 * @param types what they hold
 * @param query the values of records, as text
 */
public record TableColumns(List<String> names, List<Class<?>> types, SizeLimit query) {
  private static final Set<Class<?>> TEXTS = Set.of(String.class, JSONB.class);

  /** About what a cell weighs that is no text. */
  private static final int PLAIN_CELL = 20;

  static TableColumns of(Table<?> rows, Field<UUID> id, Field<?>... columns) {
    List<SelectField<?>> selected = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    StringBuilder weight = new StringBuilder().append(columns.length * PLAIN_CELL);
    for (Field<?> column : columns) {
      if (TEXTS.contains(column.getType())) {
        weight.append(" + coalesce(octet_length(c%d), 0)".formatted(names.size()));
      }
      selected.add(written(column));
      names.add(column.getName());
      types.add(column.getType());
    }
    return new TableColumns(
        List.copyOf(names),
        List.copyOf(types),
        SizeLimit.of(
            select(selected).from(rows).where(id.eq(SizeLimit.WANTED)), weight.toString()));
  }

  /** Instants and flags as they stand in a document; PostgreSQL has another way for people. */
  private static SelectField<?> written(Field<?> column) {
    if (column.getType() == JSONB.class) {
      return column.cast(SQLDataType.CLOB);
    }
    boolean differs = Set.of(OffsetDateTime.class, Boolean.class).contains(column.getType());
    return differs ? field("to_json({0}) #>> '{}'", String.class, column) : column;
  }

  /**
   * The values of the first of these records, null where there is none: at least one record, and no
   * more once they have so many bytes together.
   */
  List<String[]> values(DSLContext sql, UUID reader, List<UUID> ids, int bytes) {
    return query.list(sql, this::values, reader, ids, bytes);
  }

  private String[] values(ResultSet row) throws SQLException {
    String[] values = new String[names.size()];
    for (int i = 0; i < values.length; i++) {
      String value = row.getString(i + 1);
      values[i] = types.get(i) == String.class ? Formulas.harmless(value) : value;
    }
    return values;
  }
}
