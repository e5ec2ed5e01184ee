package supplychain.resource;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SelectField;
import org.jooq.Table;
import supplychain.database.RenderedQuery;

/**
 * A list as a table, for a spreadsheet: a line for each record, its plain fields as text.
 *
 * @param names the names of the columns, those of the fields in the record's document
 * @param types what they hold
 * @param query the lines of the records of these ids, each with its id first
 */
public record TableColumns(List<String> names, List<Class<?>> types, RenderedQuery query) {
  static TableColumns of(Table<?> rows, Field<UUID> id, Field<?>... columns) {
    List<SelectField<?>> selected = new ArrayList<>(List.of(id));
    List<String> names = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    for (Field<?> column : columns) {
      selected.add(written(column));
      names.add(column.getName());
      types.add(column.getType());
    }
    return new TableColumns(
        List.copyOf(names),
        List.copyOf(types),
        new RenderedQuery(select(selected).from(rows).where(id.eq(any(parameter(UUID[].class))))));
  }

  /** Instants and flags as they stand in a document; PostgreSQL has another way for people. */
  private static SelectField<?> written(Field<?> column) {
    boolean differs = Set.of(OffsetDateTime.class, Boolean.class).contains(column.getType());
    return differs ? field("to_json({0}) #>> '{}'", String.class, column) : column;
  }

  /** The values of these records by id, null where there is none. */
  Map<UUID, List<String>> values(DSLContext sql, List<UUID> ids) {
    Map<UUID, List<String>> found = new HashMap<>();
    query.list(
        sql,
        row -> found.put(row.getObject(1, UUID.class), values(row)),
        (Object) ids.toArray(UUID[]::new));
    return found;
  }

  private List<String> values(ResultSet row) throws SQLException {
    List<String> values = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      String value = row.getString(i + 2);
      values.add(types.get(i) == String.class ? Formulas.harmless(value) : value);
    }
    return values;
  }
}
