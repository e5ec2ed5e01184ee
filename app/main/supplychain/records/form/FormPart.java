package supplychain.records.form;

import static supplychain.schema.Tables.FIELD_CONFIG;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.filledText;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jooq.Field;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FixedFields;

/**
 * What a body says of a field of a form that is there already, or of a field's configuration.
 *
 * @param id which one it changes; null where it adds one
 * @param columns the columns it sets
 */
record FormPart(Body body, UUID id, Columns columns) {
  /**
   * The fields of forms, or their configuration.
   *
   * @param name what they are called in a Form
   * @param rest reads what one has but for key and label
   */
  record Parts(String name, Field<String> key, Field<String> label, UnaryOperator<Columns> rest) {
    static final Parts FIELDS =
        new Parts("fields", FORM_FIELD.KEY, FORM_FIELD.LABEL, FormBody::readField);
    static final Parts CONFIGS =
        new Parts("field_config", FIELD_CONFIG.KEY, FIELD_CONFIG.LABEL, FormBody::readConfig);
  }

  /** Whether it changes anything of one that is there. */
  boolean isChange() {
    return id != null && !columns.values().isEmpty();
  }

  /**
   * Reads them.
   *
   * @param present the ids of those that the form has, by key
   */
  static List<FormPart> read(Body form, Parts parts, Map<String, UUID> present) {
    List<FormPart> read = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    int added = 0;
    for (Body body : form.objects(parts.name(), FormBody.MOST_FIELDS).or(List.of())) {
      String key = key(body, parts, present);
      if (key != null && !keys.add(key)) {
        body.refuse("key", "duplicate", "This key stands here twice.");
      }
      FormPart part = read(body, key, parts, present);
      read.add(part);
      added += part.id() == null ? 1 : 0;
    }
    if (present.size() + added > FormBody.MOST_FIELDS) {
      String detail = "With those that it has there would be more than %d.";
      form.refuse(parts.name(), "too_many", detail.formatted(FormBody.MOST_FIELDS));
    }
    return read;
  }

  /** The key of the one that is meant, by its id or its key; null where that is wrong. */
  private static String key(Body body, Parts parts, Map<String, UUID> present) {
    String key = body.get("key", filledText(Columns.limit(parts.key()))).value();
    UUID id = body.get("id", ID).value();
    if (id == null) {
      body.require("key");
      return key;
    }
    for (Map.Entry<String, UUID> one : present.entrySet()) {
      if (one.getValue().equals(id)) {
        FixedFields.keep(body, "key", filledText(Columns.limit(parts.key())), one.getKey());
        return one.getKey();
      }
    }
    body.refuse("id", "does_not_exist", "The form has none of this id.");
    return null;
  }

  private static FormPart read(Body body, String key, Parts parts, Map<String, UUID> present) {
    body.ignore("created_on", "updated_on", "creator", "updater");
    UUID id = key == null ? null : present.get(key);
    boolean isNew = id == null && !body.has("id");
    Columns columns = isNew ? new Columns(body) : Columns.ofChange(body);
    if (isNew) {
      columns.put(parts.key(), key);
      body.require("label");
    }
    columns.set(parts.label(), body.neverNull("label", filledText(Columns.limit(parts.label()))));
    return new FormPart(body, id, parts.rest().apply(columns));
  }
}
