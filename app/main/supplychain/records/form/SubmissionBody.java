package supplychain.records.form;

import static supplychain.validation.ValueTypes.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import supplychain.database.Ids;
import supplychain.records.FieldType;
import supplychain.records.FormField;
import supplychain.records.References;
import supplychain.records.References.FormWithFields;
import supplychain.records.Target;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.Present;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;
import supplychain.validation.Formats;
import supplychain.validation.NearestName;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/** A Submission in a body; its form is null if the body names none. */
public record SubmissionBody(
    Body body,
    References references,
    UUID form,
    FieldValue<UUID> product,
    List<SubmissionValue> values) {
  public static final int MOST_VALUES = 500;

  public static final int VALUE_LENGTH = 10_000;

  /** The largest number of characters of all values of a submission. */
  public static final int MOST_CHARACTERS = 1_000_000;

  private static final int FIELD_NAME_LENGTH = 100;
  private static final ValueType<String> VALUE = SubmissionBody::value;

  /**
   * A value for a field, by its id or key. An absent one keeps the recorded value, null clears it.
   */
  record SubmissionValue(Body body, String field, FieldValue<String> value) {}

  /** Reads a submission, with the references that it names. */
  public static SubmissionBody read(Body body, References references) {
    UUID form = references.want(Target.FORM_WITH_FIELDS, body, "form");
    FieldValue<UUID> product = body.get("product", ID);
    references.want(Target.PRODUCT, body.pointer("product"), product.value());
    List<SubmissionValue> values = new ArrayList<>();
    for (Body value : body.objects("values", MOST_VALUES).or(List.of())) {
      String field = value.required("field", filledText(FIELD_NAME_LENGTH));
      values.add(new SubmissionValue(value, field, value.get("value", VALUE)));
      value.ignoreServiceFields("field_details");
    }
    body.ignoreServiceFields("form_details");
    return new SubmissionBody(body, references, form, product, values);
  }

  /**
   * Checks a submission whose body names its form, which must have this type; empty if the form is
   * wrong.
   *
   * @param present the recorded submission; empty for a new one
   */
  public Optional<Checked> checkNamedForm(FormType type, UUID company, Optional<Present> present) {
    body.require("form");
    FormWithFields found = references.get(Target.FORM_WITH_FIELDS, form);
    if (found != null && !found.company().equals(company)) {
      body.refuse("form", "does_not_exist", References.absent("form", form));
    } else if (found != null && !found.type().equals(type.name())) {
      body.refuseValue("form", "wrong_form", "must be a " + type + " form.");
    } else if (found != null) {
      return Optional.of(checkValues(found, present));
    }
    return Optional.empty();
  }

  /** Checks the values together with the recorded ones, which count only for the same form. */
  public Checked checkValues(FormWithFields after, Optional<Present> present) {
    Map<UUID, String> before =
        present.filter(one -> one.form().equals(after.id())).map(Present::values).orElse(Map.of());
    UUID id = present.map(Present::id).orElseGet(Ids::next);
    return new Checked(id, this, present, after.id(), checkValues(after.fields(), before));
  }

  /** Returns the new values by field; null clears a value. */
  private Map<UUID, String> checkValues(List<FormField> fields, Map<UUID, String> present) {
    Map<UUID, String> changes = new HashMap<>();
    Set<UUID> seen = new HashSet<>();
    Map<String, FormField> byKey = new LinkedHashMap<>();
    Map<UUID, FormField> byId = new HashMap<>();
    fields.forEach(field -> byKey.put(field.key(), field));
    fields.forEach(field -> byId.put(field.id(), field));
    for (SubmissionValue one : values) {
      Optional<FormField> field = find(one, byKey, byId);
      if (field.isPresent() && !seen.add(field.get().id())) {
        one.body().refuseValue("field", "duplicate", "appears more than once.");
      } else if (field.isPresent() && one.value().present()) {
        changes.put(field.get().id(), fitting(one, field.get()));
      }
    }
    Map<UUID, String> result = new HashMap<>(present);
    result.putAll(changes);
    for (FormField field : fields) {
      String value = result.get(field.id());
      if (field.required() && (value == null || !field.type().isFilled(value))) {
        body.refuse("values", "required", "The form requires its field `" + field.key() + "`.");
      }
    }
    limitLength(present.values(), result.values());
    return changes;
  }

  private void limitLength(Collection<String> before, Collection<String> after) {
    if (characters(after) > Math.max(characters(before), MOST_CHARACTERS)) {
      String most = "All values together can have at most " + MOST_CHARACTERS + " characters.";
      body.refuse("values", "too_long", most);
    }
  }

  private static long characters(Collection<String> texts) {
    return texts.stream()
        .filter(Objects::nonNull)
        .mapToLong(text -> text.codePointCount(0, text.length()))
        .sum();
  }

  private static Optional<FormField> find(
      SubmissionValue one, Map<String, FormField> byKey, Map<UUID, FormField> byId) {
    if (one.field() == null) {
      return Optional.empty();
    }
    Optional<FormField> field =
        Optional.ofNullable(byKey.get(one.field()))
            .or(() -> Formats.uuid(one.field()).map(byId::get));
    if (field.isEmpty()) {
      String hint = NearestName.hint(one.field(), byKey.keySet(), one.body().findings());
      one.body().refuseValue("field", "does_not_exist", "is not a field of the form." + hint);
    }
    return field;
  }

  private static String fitting(SubmissionValue one, FormField field) {
    String value = one.value().value();
    if (value == null) {
      return null;
    }
    if (field.type() != FieldType.MULTI_SELECT && one.body().any("value").value().isArray()) {
      one.body().refuseValue("value", "type", "must be a string.");
    } else {
      field.flaw(value).ifPresent(flaw -> one.body().refuseValue("value", "format", flaw));
    }
    return value;
  }

  /** Reads a value as text. An array, for a MULTI_SELECT field, becomes JSON text. */
  private static Read<String> value(JsonNode node) {
    JsonNode text = node.isArray() ? TextNode.valueOf(node.toString()) : node;
    return ValueTypes.text(VALUE_LENGTH).read(text);
  }
}
