package supplychain.records.form;

import static supplychain.schema.Tables.FIELD_CONFIG;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.RECORD;
import static supplychain.validation.Kinds.choice;
import static supplychain.validation.Kinds.filledText;
import static supplychain.validation.Kinds.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.Field;
import supplychain.core.Json;
import supplychain.records.References;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/**
 * A new Form in a body.
 *
 * @param fields its fields, each with its columns, in their order
 * @param configs its field configuration, likewise
 * @param products the products it is about
 */
record FormBody(
    Body body,
    UUID owner,
    FormType type,
    List<Columns> fields,
    List<Columns> configs,
    Collection<UUID> products) {
  /** Fields, and field configurations, that a form may have. */
  static final int MOST_FIELDS = SubmissionBody.MOST_VALUES;

  /** Products that a form may be about. */
  static final int MOST_PRODUCTS = 1_000;

  static FormBody read(Body body, References references) {
    Map<String, UUID> products = body.list("products", RECORD, MOST_PRODUCTS).or(Map.of());
    products.forEach((place, id) -> references.want(References.Kind.PRODUCT, place, id));
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    return new FormBody(
        body,
        references.wantOwnCompany(body, "owner"),
        body.required("form_type", choice(FormType.class)),
        fields(body),
        configs(body),
        products.values());
  }

  private static List<Columns> fields(Body body) {
    List<Columns> fields = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (Body field : body.objects("fields", MOST_FIELDS).or(List.of())) {
      fields.add(readField(named(field, FORM_FIELD.LABEL, FORM_FIELD.KEY, keys)));
    }
    return fields;
  }

  /** What a field has but for its key and its label. */
  static Columns readField(Columns field) {
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
        .getOr(FieldOptions.KIND, FieldOptions.NONE, FORM_FIELD.OPTIONS);
  }

  private static List<Columns> configs(Body body) {
    List<Columns> configs = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (Body config : body.objects("field_config", MOST_FIELDS).or(List.of())) {
      configs.add(readConfig(named(config, FIELD_CONFIG.LABEL, FIELD_CONFIG.KEY, keys)));
    }
    return configs;
  }

  /** What a field's configuration has but for its key and its label. */
  static Columns readConfig(Columns config) {
    return config
        .getOr(FLAG, true, FIELD_CONFIG.VISIBILITY)
        .getOr(FLAG, false, FIELD_CONFIG.REQUIRED);
  }

  /** What a field and a field's configuration have in common. */
  private static Columns named(
      Body body, Field<String> label, Field<String> key, Set<String> keys) {
    String name = body.required("key", filledText(Columns.limit(key)));
    if (name != null && !keys.add(name)) {
      body.refuse("key", "duplicate", "This key stands here twice.");
    }
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    return new Columns(body)
        .put(label, body.required("label", filledText(Columns.limit(label))))
        .put(key, name);
  }

  /**
   * The options of a field: an array of strings, kept as JSON text, written either way in a body.
   */
  private static final class FieldOptions {
    /** Options that one field may have. */
    static final int MOST = 1_000;

    /** How many characters an option may have. */
    static final int LENGTH = 500;

    /** The text for no options. */
    static final String NONE = "[]";

    /** Reads them, as compact JSON text. */
    static final Kind<String> KIND = FieldOptions::read;

    private FieldOptions() {}

    private static Read<String> read(JsonNode value) {
      if (!value.isArray() && !value.isTextual()) {
        return Read.wrong("type", "It must be an array of strings, as JSON text or as an array.");
      }
      Optional<List<String>> options =
          FieldType.texts(value.isTextual() ? value.asText() : value.toString());
      if (options.isEmpty()) {
        return Read.wrong("format", "It must be a JSON array of strings.");
      }
      return read(options.get());
    }

    private static Read<String> read(List<String> options) {
      if (options.size() > MOST) {
        return Read.wrong("too_many", "It may have at most " + MOST + " options.");
      }
      Set<String> seen = new HashSet<>();
      for (String option : options) {
        Read<String> read = filledText(LENGTH).read(Json.MAPPER.valueToTree(option));
        if (read.isWrong()) {
          return Read.wrong(read.code(), "Of an option: " + read.detail());
        }
        if (!seen.add(option)) {
          return Read.wrong("duplicate", "The option `" + option + "` stands here twice.");
        }
      }
      return Read.right(Json.MAPPER.valueToTree(options).toString());
    }
  }
}
