package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FixedFields;
import supplychain.validation.Kind.Read;

/**
 * The two kinds of parts of a form: its fields, and its field configurations. Parts are added and
 * changed, never removed, since values refer to them.
 */
final class FormParts {
  static final FormParts FIELDS =
      new FormParts(
          "fields",
          FORM_FIELD.ID,
          FORM_FIELD.FORM,
          FORM_FIELD.KEY,
          FORM_FIELD.LABEL,
          FormParts::readField);

  static final FormParts CONFIGS =
      new FormParts(
          "field_config",
          FIELD_CONFIG.ID,
          FIELD_CONFIG.FORM,
          FIELD_CONFIG.KEY,
          FIELD_CONFIG.LABEL,
          FormParts::readConfig);

  /** The largest number of fields, and of field configurations, of a form. */
  static final int MOST = SubmissionBody.MOST_VALUES;

  private static final int MOST_OPTIONS = 1_000;
  private static final int OPTION_LENGTH = 500;

  private final String name;
  private final Table<?> table;
  private final Field<UUID> id;
  private final Field<UUID> form;
  private final Field<String> key;
  private final Field<String> label;
  private final UnaryOperator<Columns> readRest;

  private FormParts(
      String name,
      TableField<?, UUID> id,
      Field<UUID> form,
      Field<String> key,
      Field<String> label,
      UnaryOperator<Columns> readRest) {
    this.name = name;
    this.table = id.getTable();
    this.id = id;
    this.form = form;
    this.key = key;
    this.label = label;
    this.readRest = readRest;
  }

  /**
   * A part in a body.
   *
   * @param id the existing part that the body changes; null for a new part
   */
  record Part(Body body, UUID id, Columns columns) {}

  /** The ids of the parts of a form, by key. */
  Map<String, UUID> ofForm(DSLContext sql, UUID whole) {
    return sql.select(key, id).from(table).where(form.eq(whole)).fetchMap(key, id);
  }

  /** Reads the parts of a new form. */
  List<Part> readNew(Body whole) {
    return read(whole, Map.of(), true);
  }

  /** Reads changed and new parts of a form with these parts. */
  List<Part> readChange(Body whole, Map<String, UUID> present) {
    return read(whole, present, false);
  }

  private List<Part> read(Body whole, Map<String, UUID> present, boolean isNewForm) {
    List<Part> parts = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (Body body : whole.objects(name, MOST).or(List.of())) {
      boolean isNamed = !isNewForm && body.has("id");
      UUID named = isNamed ? body.get("id", ID).value() : null;
      String partKey = readKey(body, named, present);
      if (partKey != null && !keys.add(partKey)) {
        body.refuse("key", "duplicate", "This key stands here twice.");
      }
      UUID existing = partKey == null ? null : present.get(partKey);
      parts.add(read(body, partKey, existing, existing == null && !isNamed));
    }
    long added = parts.stream().filter(part -> part.id() == null).count();
    if (present.size() + added > MOST) {
      String detail = "With those that it has there would be more than %d.";
      whole.refuse(name, "too_many", detail.formatted(MOST));
    }
    return parts;
  }

  /** The key of a part that a body names by id or by key; null if that is wrong. */
  private String readKey(Body body, UUID named, Map<String, UUID> present) {
    String said = body.get("key", filledText(Columns.limit(key))).value();
    if (named == null) {
      body.require("key");
      return said;
    }
    for (Map.Entry<String, UUID> part : present.entrySet()) {
      if (part.getValue().equals(named)) {
        FixedFields.keep(body, "key", filledText(Columns.limit(key)), part.getKey());
        return part.getKey();
      }
    }
    body.refuse("id", "does_not_exist", "The form has none of this id.");
    return null;
  }

  private Part read(Body body, String partKey, UUID existing, boolean isNew) {
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    Columns columns = isNew ? new Columns(body).put(key, partKey) : Columns.ofChange(body);
    if (isNew) {
      columns.put(label, body.required("label", filledText(Columns.limit(label))));
    } else {
      columns.set(label, body.neverNull("label", filledText(Columns.limit(label))));
    }
    return new Part(body, existing, readRest.apply(columns));
  }

  private static Columns readField(Columns field) {
    return field
        .choice(FORM_FIELD.TYPE, FieldType.TEXT)
        .getOr(
            text(Columns.limit(FORM_FIELD.LABEL)),
            "",
            FORM_FIELD.LABEL_EN_US,
            FORM_FIELD.LABEL_EN_UK,
            FORM_FIELD.LABEL_FR,
            FORM_FIELD.LABEL_NL,
            FORM_FIELD.LABEL_IND)
        .getOr(FLAG, false, FORM_FIELD.REQUIRED)
        .getOr(text(Columns.limit(FORM_FIELD.DEFAULT_VALUE)), "", FORM_FIELD.DEFAULT_VALUE)
        .getOr(FormParts::readOptions, "[]", FORM_FIELD.OPTIONS);
  }

  private static Columns readConfig(Columns config) {
    return config
        .getOr(FLAG, true, FIELD_CONFIG.VISIBILITY)
        .getOr(FLAG, false, FIELD_CONFIG.REQUIRED);
  }

  /** Options are an array of strings, or its JSON text; they are stored as JSON text. */
  private static Read<String> readOptions(JsonNode value) {
    if (!value.isArray() && !value.isTextual()) {
      return Read.wrong("type", "It must be an array of strings, as JSON text or as an array.");
    }
    Optional<List<String>> options =
        FieldType.texts(value.isTextual() ? value.asText() : value.toString());
    if (options.isEmpty()) {
      return Read.wrong("format", "It must be a JSON array of strings.");
    }
    if (options.get().size() > MOST_OPTIONS) {
      return Read.wrong("too_many", "It may have at most " + MOST_OPTIONS + " options.");
    }
    Set<String> seen = new HashSet<>();
    for (String option : options.get()) {
      Read<String> read = filledText(OPTION_LENGTH).read(Json.MAPPER.valueToTree(option));
      if (read.isWrong()) {
        return Read.wrong(read.code(), "Of an option: " + read.detail());
      }
      if (!seen.add(option)) {
        return Read.wrong("duplicate", "The option `" + option + "` stands here twice.");
      }
    }
    return Read.right(Json.MAPPER.valueToTree(options.get()).toString());
  }

  /** Updates the changed parts of a form, and inserts the new parts. */
  void write(DSLContext sql, Caller caller, UUID whole, List<Part> parts) {
    parts.stream()
        .filter(part -> part.id() != null && !part.columns().values().isEmpty())
        .forEach(part -> update(sql, caller, part));
    List<Columns> added =
        parts.stream().filter(part -> part.id() == null).map(Part::columns).toList();
    if (this == FIELDS && !added.isEmpty()) {
      int position = lastPosition(sql, whole);
      for (Columns field : added) {
        field.put(FORM_FIELD.POSITION, ++position);
      }
    }
    insert(sql, caller, whole, added);
  }

  /** Leaves a part with the same values as it is. */
  private void update(DSLContext sql, Caller caller, Part part) {
    List<Condition> differences =
        part.columns().values().entrySet().stream()
            .map(
                column ->
                    condition(
                        "{0} is distinct from {1}",
                        column.getKey(), val(column.getValue(), column.getKey())))
            .toList();
    Updates.of(sql, table, caller.user())
        .set(part.columns().values())
        .where(id.eq(part.id()))
        .and(or(differences))
        .execute();
  }

  private static int lastPosition(DSLContext sql, UUID whole) {
    return sql.select(coalesce(max(FORM_FIELD.POSITION), inline(-1)))
        .from(FORM_FIELD)
        .where(FORM_FIELD.FORM.eq(whole))
        .fetchSingle()
        .value1();
  }

  private void insert(DSLContext sql, Caller caller, UUID whole, List<Columns> added) {
    Set<String> byDefault = Set.of("created_on", "updated_on");
    Rows rows =
        new Rows(
            table,
            Stream.of(table.fields())
                .filter(column -> !byDefault.contains(column.getName()))
                .toArray(Field<?>[]::new));
    for (Columns part : added) {
      part.put(id, Ids.next()).put(form, whole);
      part.values().put(table.field("creator"), caller.user());
      part.values().put(table.field("updater"), caller.user());
      rows.add(part.values());
    }
    rows.insert(sql);
  }
}
