package supplychain.records.company;

import static supplychain.schema.Tables.ENTITY;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.World;
import supplychain.database.Ids;

/** Rows with users and times that are known beforehand, and the documents that show them. */
final class Rows {
  private static final OffsetDateTime CREATED =
      OffsetDateTime.parse("2026-01-02T10:04:05.123456+07:00");
  private static final OffsetDateTime UPDATED = OffsetDateTime.parse("2026-02-03T04:05:06Z");

  private final Map<String, String> names = new LinkedHashMap<>();
  private final UUID creator;
  private final UUID updater;

  Rows(World world) {
    creator = name("creator", world.member(null));
    updater = name("updater", world.member(null));
    names.put("created_on", "2026-01-02T03:04:05.123456+00:00");
    names.put("updated_on", "2026-02-03T04:05:06+00:00");
  }

  /** Gives an id the name that it has in the documents. */
  UUID name(String name, UUID id) {
    name(name, id.toString());
    return id;
  }

  /** Gives any text a name. */
  void name(String name, String text) {
    names.put(name, text);
  }

  /** A row to come. */
  Row into(Table<?> table) {
    return new Row(table);
  }

  /** A document out of a file beside this class, with each name replaced by what it stands for. */
  String document(String file) {
    try (InputStream in = Rows.class.getResourceAsStream(file)) {
      String document = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, String> name : names.entrySet()) {
        document = document.replace("<" + name.getKey() + ">", name.getValue());
      }
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One row of a table. */
  final class Row {
    private final Table<?> table;
    private final Map<Field<?>, Object> values = new LinkedHashMap<>();

    private Row(Table<?> table) {
      this.table = table;
    }

    <T> Row set(Field<T> column, T value) {
      values.put(column, value);
      return this;
    }

    /** Inserts a row that only links others. */
    void insert() {
      World.write(sql -> sql.insertInto(table).set(values).execute());
    }

    /** Inserts a record, whose new id gets a name. */
    UUID insert(String name) {
      return insert(name(name, Ids.next()));
    }

    /** Inserts a company, which is an entity too. */
    UUID insertCompany(String name) {
      UUID id = name(name, Ids.next());
      into(ENTITY).set(ENTITY.ID, id).set(ENTITY.KIND, "COMPANY").insert();
      return insert(id);
    }

    private UUID insert(UUID id) {
      values.put(table.field("id"), id);
      values.put(table.field("creator"), creator);
      values.put(table.field("updater"), updater);
      values.put(table.field("created_on"), CREATED);
      values.put(table.field("updated_on"), UPDATED);
      insert();
      return id;
    }
  }
}
