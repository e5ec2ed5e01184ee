package supplychain.database;

import static org.jooq.impl.DSL.*;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.JSONEntry;
import org.jooq.SelectField;
import org.jooq.TableLike;
import org.jooq.impl.DSL;

/** A JSON object that PostgreSQL builds, written in the order of its fields. At most 50 fields. */
public final class JsonObject {
  private static final Field<JSON> EMPTY_ARRAY = inline(JSON.json("[]"));

  /** A reader without a company, or who knows all users in the object, gets it as it is kept. */
  private static final String KEPT =
      """
      case when reader.company is null or {1} <@ reader.colleagues then {0}
           else hide_users({0}, {1}, reader.colleagues) end""";

  private final List<JSONEntry<?>> entries = new ArrayList<>();

  /** Adds columns, each under its own name. */
  public JsonObject columns(Field<?>... columns) {
    for (Field<?> column : columns) {
      value(column.getName(), column);
    }
    return this;
  }

  /** Adds exact decimals as strings with the digits that came in. */
  public JsonObject decimals(Field<?>... columns) {
    for (Field<?> column : columns) {
      value(column.getName(), column.cast(String.class));
    }
    return this;
  }

  /** Adds text columns that are never null in an answer: {@code ""} stands for none. */
  @SafeVarargs
  public final JsonObject texts(Field<String>... columns) {
    for (Field<String> column : columns) {
      value(column.getName(), coalesce(column, inline("")));
    }
    return this;
  }

  /** Adds users, each under the name of the column; null for users of other companies. */
  @SafeVarargs
  public final JsonObject users(Field<UUID>... columns) {
    for (Field<UUID> column : columns) {
      value(column.getName(), Reader.known(column));
    }
    return this;
  }

  public JsonObject value(String name, Field<?> value) {
    entries.add(jsonEntry(inline(name), value));
    return this;
  }

  public Field<JSON> build() {
    return DSL.jsonObject(entries);
  }

  /** An object that a table keeps with these users. In it, users of other companies are null. */
  public static Field<JSON> kept(Field<JSON> object, Field<UUID[]> users) {
    return field(KEPT, JSON.class, object, users);
  }

  /** An object with one more field at its end. */
  public static Field<JSON> with(Field<JSON> object, String name, Field<JSON> value) {
    return field(
        "(left({0}::text, -1) || {1} || {2} || '}')::json",
        JSON.class, object, inline(", \"" + name + "\" : "), value);
  }

  /** An array of one expression over the rows of a table, in that order; {@code []} for none. */
  public static Field<JSON> array(
      Field<?> item, TableLike<?> rows, Condition where, Field<?> order) {
    SelectField<JSON> array = coalesce(jsonArrayAgg(item).orderBy(order), EMPTY_ARRAY);
    return field(select(array).from(rows).where(where));
  }

  /** One expression over the only row of a table; null for none. */
  public static Field<JSON> one(Field<JSON> item, TableLike<?> rows, Condition where) {
    return field(select(item).from(rows).where(where));
  }
}
