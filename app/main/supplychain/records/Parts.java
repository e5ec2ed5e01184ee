package supplychain.records;

import static supplychain.validation.ValueTypes.ID;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.ChangedRows;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/**
 * One kind of parts of a record, like the fields of a form or the options of a premium. A body adds
 * and changes parts. It cannot remove them, since other records refer to them.
 */
public class Parts {
  private final String name;
  private final int most;
  private final Table<?> table;
  private final TableField<?, UUID> id;
  private final Field<UUID> whole;
  private final Field<?> key;
  private final Field<?> position;
  private final Consumer<Columns> reader;

  /**
   * A kind of parts.
   *
   * @param name the array in the body
   * @param most the largest number of parts of a record
   * @param id the id of a part; its table may have a {@code position} for the order of the parts
   * @param whole the column that names the record
   * @param key the column that tells the parts of a record apart
   * @param reader reads the columns that a body can set
   */
  public Parts(
      String name,
      int most,
      TableField<?, UUID> id,
      Field<UUID> whole,
      Field<?> key,
      Consumer<Columns> reader) {
    this.name = name;
    this.most = most;
    this.table = id.getTable();
    this.id = id;
    this.whole = whole;
    this.key = key;
    this.reader = reader;
    position = table.field("position");
  }

  /**
   * A part with the values that it has after the request.
   *
   * @param body null if the request leaves the part as it is
   * @param id null for a new part
   * @param before the recorded values
   */
  public record Part(
      Body body, UUID id, Map<Field<?>, Object> before, Map<Field<?>, Object> values) {
    @SuppressWarnings("unchecked")
    public <T> T get(Field<T> column) {
      return (T) values.get(column);
    }

    /** Whether the request gives a recorded part another value. */
    public boolean changes(Field<?> column) {
      return id != null && !Objects.equals(before.get(column), values.get(column));
    }
  }

  /** Whether an item without an id means this recorded part. */
  protected boolean isNamed(Body item, Part part) {
    JsonNode said = item.any(key.getName()).value();
    return said != null && said.asText().equals(part.values().get(key));
  }

  /** Refuses a part that contradicts another part of the record. */
  protected void check(Part part, List<Part> others) {
    Object own = part.values().get(key);
    if (own != null && others.stream().anyMatch(other -> own.equals(other.values().get(key)))) {
      refuseDuplicate(part.body(), key.getName());
    }
  }

  private static void refuseDuplicate(Body item, String field) {
    item.refuseValue(field, "duplicate", "appears more than once.");
  }

  /**
   * Reads the new and changed parts of a record, whose row is locked. The other parts stay as they
   * are.
   *
   * @param owner the record; null if it is new
   */
  public List<Part> read(DSLContext sql, UUID owner, Body body) {
    FieldValue<List<Body>> items = body.objects(name, most);
    if (owner != null && items.isNull()) {
      body.refuseNull(name);
    }
    Map<UUID, Part> present = owner == null ? Map.of() : ofRecord(sql, owner);
    Map<UUID, Part> others = new LinkedHashMap<>(present);
    List<Part> parts = new ArrayList<>();
    int count = present.size();
    for (Body item : items.or(List.of())) {
      UUID named = owner == null ? null : item.get("id", ID).value();
      Part before = recorded(item, named, present);
      boolean isNew = before == null && named == null;
      Columns columns = isNew ? new Columns(item) : Columns.ofChange(item);
      reader.accept(columns);
      item.ignoreServiceFields();
      if (isNew) {
        if (position != null) {
          columns.values().put(position, count);
        }
        count++;
        parts.add(new Part(item, null, Map.of(), columns.values()));
      } else if (before != null && others.remove(before.id()) == null) {
        refuseDuplicate(item, named == null ? key.getName() : "id");
      } else if (before != null) {
        Map<Field<?>, Object> values = new HashMap<>(before.values());
        values.putAll(columns.values());
        parts.add(new Part(item, before.id(), before.values(), values));
      }
    }
    if (count > most) {
      String detail = "With the existing items there would be %d. The limit is %d.";
      body.refuse(name, "too_many", detail.formatted(count, most));
    }
    List<Part> checked = new ArrayList<>(others.values());
    for (Part part : parts) {
      check(part, checked);
      checked.add(part);
    }
    return parts;
  }

  /** The recorded part that an item means; null if there is none. */
  private Part recorded(Body item, UUID named, Map<UUID, Part> present) {
    if (named == null) {
      return present.values().stream().filter(part -> isNamed(item, part)).findFirst().orElse(null);
    }
    if (!present.containsKey(named)) {
      item.refuseValue("id", "does_not_exist", "is not the id of an existing entry.");
    }
    return present.get(named);
  }

  private Map<UUID, Part> ofRecord(DSLContext sql, UUID owner) {
    Map<UUID, Part> parts = new LinkedHashMap<>();
    for (Record row : sql.selectFrom(table).where(whole.eq(owner)).orderBy(id)) {
      Map<Field<?>, Object> values = new HashMap<>();
      row.fieldStream().forEach(column -> values.put(column, row.get(column)));
      parts.put(row.get(id), new Part(null, row.get(id), values, values));
    }
    return parts;
  }

  /**
   * Updates the changed parts, and inserts the new ones. One statement updates all of them, because
   * after each statement a trigger builds the document of the record again.
   */
  public void write(DSLContext sql, Caller caller, UUID owner, List<Part> parts) {
    List<Field<?>> changed =
        table
            .fieldStream()
            .filter(column -> parts.stream().anyMatch(part -> part.changes(column)))
            .toList();
    ChangedRows updates = new ChangedRows(id);
    NewRows rows = NewRows.of(table);
    for (Part part : parts) {
      if (part.id() == null) {
        NewRow row = new NewRow(table, Ids.next(), caller.user()).set(whole, owner);
        part.values().forEach((column, value) -> row.values().put(column.getName(), value));
        rows.add(row);
      } else if (changed.stream().anyMatch(part::changes)) {
        Map<Field<?>, Object> values = new LinkedHashMap<>();
        changed.forEach(column -> values.put(column, part.get(column)));
        updates.add(part.id(), caller.user(), values);
      }
    }
    updates.change(Batch.of(sql));
    rows.insert(sql);
  }
}
