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

  /** The text of an object with another user in one of its fields, which keep their order. */
  private static final String SHOWN =
      """
      replace({0}, format('"%s" : "%s"', {1}, {2}),
                   format('"%s" : %s', {1}, coalesce(to_json({3})::text, 'null')))""";

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

  /** An object that a table keeps with these users; null for users of other companies. */
  @SafeVarargs
  public static Field<JSON> kept(Field<JSON> object, Field<UUID>... users) {
    Condition areKnown = noCondition();
    Field<String> shown = object.cast(String.class);
    for (Field<UUID> user : users) {
      Field<UUID> known = Reader.known(user);
      areKnown = areKnown.and(known.eq(user));
      shown = field(SHOWN, String.class, shown, inline(user.getName()), user, known);
    }
    return when(areKnown, object).otherwise(shown.cast(JSON.class));
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
