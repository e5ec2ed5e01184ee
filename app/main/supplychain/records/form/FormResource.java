package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.records.FieldType;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.Parts;
import supplychain.records.Parts.Part;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;

/** The kind of records for forms, which companies define for themselves. */
public final class FormResource {
  public static final RecordKind FORMS =
      new RecordKind("/v1/forms/forms/", FORM, FormShapes.FORM_OBJECT, Visibility.named(FORM.OWNER))
          .filteredBy(
              Filter.id("of this company", FORM.OWNER),
              Filter.choice("of this type", FormType.class, FORM.FORM_TYPE),
              Filter.id(
                  "product",
                  "that are about this product",
                  product ->
                      FORM.ID.in(
                          select(FORM_PRODUCT.FORM)
                              .from(FORM_PRODUCT)
                              .where(FORM_PRODUCT.PRODUCT.eq(product)))))
          .columns(FORM.ID, FORM.OWNER, FORM.FORM_TYPE, FORM.CREATED_ON, FORM.UPDATED_ON)
          .createdBy(FormResource::record)
          .lockedAfter(FormTotals.SQL, "lock_forms")
          .amendedBy(FormResource::amend);

  /**
   * The largest number of characters in the texts of all fields of a form. Every submission shows
   * these texts, so that longer texts would make a list of submissions too heavy.
   */
  static final int MOST_CHARACTERS = 1_000_000;

  private static final int MOST_PRODUCTS = 1_000;

  private static final int MOST_OPTIONS = 1_000;
  private static final int OPTION_LENGTH = 500;

  private static final Parts FIELDS =
      new Parts(
          "fields",
          SubmissionBody.MOST_VALUES,
          FORM_FIELD.ID,
          FORM_FIELD.FORM,
          FORM_FIELD.KEY,
          FormResource::readField);
  private static final Parts CONFIGS =
      new Parts(
          "field_config",
          SubmissionBody.MOST_VALUES,
          FIELD_CONFIG.ID,
          FIELD_CONFIG.FORM,
          FIELD_CONFIG.KEY,
          FormResource::readConfig);

  private FormResource() {}

  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    Collection<UUID> products = readProducts(body, references).or(Map.of()).values();
    body.ignoreServiceFields();
    UUID owner = references.wantOwnCompany(body, "owner");
    FormType type = body.required("form_type", choice(FormType.class));
    List<Part> fields = read(FIELDS, FORM_FIELD.KEY, sql, null, body);
    List<Part> configs = read(CONFIGS, FIELD_CONFIG.KEY, sql, null, body);
    references.resolve(sql);
    keepProducts(sql, body);
    body.throwIfInvalid();
    FormTotals.lock(sql, owner);
    UUID id = Ids.next();
    new NewRow(FORM, id, caller.user())
        .set(FORM.OWNER, owner)
        .set(FORM.FORM_TYPE, type.name())
        .insert(sql);
    FIELDS.write(sql, caller, id, fields);
    CONFIGS.write(sql, caller, id, configs);
    addProducts(sql, id, products);
    FormTotals.requireLimits(sql, owner, body);
    return id;
  }

  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller, body);
    FieldValue<Map<String, UUID>> products = readProducts(body, references);
    Record form =
        sql.select(FORM.OWNER, FORM.FORM_TYPE).from(FORM).where(FORM.ID.eq(id)).fetchSingle();
    UUID owner = form.get(FORM.OWNER);
    body.keep("owner", Names.id("owner"), owner);
    body.keep("form_type", choice(FormType.class), FormType.valueOf(form.get(FORM.FORM_TYPE)));
    body.ignoreServiceFields();
    List<Part> fields = read(FIELDS, FORM_FIELD.KEY, sql, id, body);
    List<Part> configs = read(CONFIGS, FIELD_CONFIG.KEY, sql, id, body);
    references.resolve(sql);
    keepProducts(sql, body);
    body.throwIfInvalid();
    Updates.of(sql, FORM, caller.user()).where(FORM.ID.eq(id)).execute();
    CONFIGS.write(sql, caller, id, configs);
    if (products.present()) {
      Set<UUID> stay = new HashSet<>(products.or(Map.of()).values());
      sql.deleteFrom(FORM_PRODUCT)
          .where(FORM_PRODUCT.FORM.eq(id))
          .and(FORM_PRODUCT.PRODUCT.notIn(stay))
          .execute();
      addProducts(sql, id, stay);
    }
    // After the last wait for a row, because requests that fill in forms wait for this lock.
    refuseTypesOfFilledFields(sql, owner, id, fields);
    FIELDS.write(sql, caller, id, fields);
    limitLength(body, FormTotals.characters(sql, id));
    FormTotals.requireLimits(sql, owner, body);
  }

  /** Reads parts of a form. A part keeps its key. */
  private static List<Part> read(
      Parts parts, Field<String> key, DSLContext sql, UUID form, Body body) {
    List<Part> read = parts.read(sql, form, body);
    read.stream()
        .filter(part -> part.changes(key))
        .forEach(
            part ->
                part.body()
                    .refuseValue(
                        "key", "fixed", "cannot replace the current key. Leave the field out."));
    return read;
  }

  private static void readConfig(Columns config) {
    config
        .required(filledText(Columns.limit(FIELD_CONFIG.KEY)), FIELD_CONFIG.KEY)
        .required(filledText(Columns.limit(FIELD_CONFIG.LABEL)), FIELD_CONFIG.LABEL)
        .getOr(FLAG, true, FIELD_CONFIG.VISIBILITY)
        .getOr(FLAG, false, FIELD_CONFIG.REQUIRED);
  }

  private static void readField(Columns field) {
    ValueType<String> label = text(Columns.limit(FORM_FIELD.LABEL));
    field
        .required(filledText(Columns.limit(FORM_FIELD.KEY)), FORM_FIELD.KEY)
        .required(filledText(Columns.limit(FORM_FIELD.LABEL)), FORM_FIELD.LABEL)
        .choice(FORM_FIELD.TYPE, FieldType.TEXT)
        .getOr(label, "", FORM_FIELD.LABEL_EN_US, FORM_FIELD.LABEL_EN_UK, FORM_FIELD.LABEL_FR)
        .getOr(label, "", FORM_FIELD.LABEL_NL, FORM_FIELD.LABEL_IND)
        .getOr(FLAG, false, FORM_FIELD.REQUIRED)
        .getOr(text(Columns.limit(FORM_FIELD.DEFAULT_VALUE)), "", FORM_FIELD.DEFAULT_VALUE)
        .getOr(FormResource::readOptions, "[]", FORM_FIELD.OPTIONS);
  }

  /** Options are an array of strings, or its JSON text; they are stored as JSON text. */
  private static Read<String> readOptions(JsonNode value) {
    if (!value.isArray() && !value.isTextual()) {
      return Read.wrong("type", "must be an array of strings, as JSON text or as an array.");
    }
    Optional<List<String>> options =
        FieldType.texts(value.isTextual() ? value.asText() : value.toString());
    if (options.isEmpty()) {
      return Read.wrong("format", "must be a JSON array of strings, like [\"Yes\", \"No\"].");
    }
    if (options.get().size() > MOST_OPTIONS) {
      return Read.wrong(
          "too_many",
          "has %d options. The limit is %d.".formatted(options.get().size(), MOST_OPTIONS));
    }
    Set<String> seen = new HashSet<>();
    for (String option : options.get()) {
      Read<String> read = filledText(OPTION_LENGTH).read(Json.MAPPER.valueToTree(option));
      if (read.isWrong()) {
        return Read.wrong(
            read.code(), "has an option: " + ShownValue.of(option) + " " + read.rule());
      }
      if (!seen.add(option)) {
        String twice = "has the option " + ShownValue.of(option) + " more than once.";
        return Read.wrong("duplicate", twice);
      }
    }
    return Read.right(Json.MAPPER.valueToTree(options.get()).toString());
  }

  private static FieldValue<Map<String, UUID>> readProducts(Body body, References references) {
    FieldValue<Map<String, UUID>> products = body.list("products", RECORD, MOST_PRODUCTS);
    products
        .or(Map.of())
        .forEach((place, product) -> references.want(Target.PRODUCT, place, product));
    return products;
  }

  /** Refuses a product in the body that differs from the catalogue. */
  private static void keepProducts(DSLContext sql, Body body) {
    NestedRecords.keep(sql, body, "products", PRODUCT.ID, NestedDocuments.product(inline("")));
  }

  private static void addProducts(DSLContext sql, UUID form, Collection<UUID> products) {
    NewRows rows = NewRows.of(FORM_PRODUCT);
    products.forEach(product -> rows.add(form, product));
    rows.insertUnlessThere(Batch.of(sql));
  }

  private static void limitLength(Body body, int characters) {
    if (characters > MOST_CHARACTERS) {
      String most = "Labels, default values and options together can have at most %d characters.";
      body.refuse("fields", "too_long", most.formatted(MOST_CHARACTERS));
      body.throwIfInvalid();
    }
  }

  /** Refuses a new type for a field with values, which the service checked against the old type. */
  private static void refuseTypesOfFilledFields(
      DSLContext sql, UUID owner, UUID form, List<Part> fields) {
    List<Part> changed = fields.stream().filter(field -> field.changes(FORM_FIELD.TYPE)).toList();
    if (changed.isEmpty()) {
      return;
    }
    // Waits for the transactions that have just checked values, and lets no others check any.
    Database.lock(sql, "types of the fields of " + owner);
    Set<UUID> filled =
        sql.selectDistinct(SUBMISSION_VALUE.FIELD)
            .from(SUBMISSION)
            .join(SUBMISSION_VALUE)
            .on(SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID))
            .where(SUBMISSION.FORM.eq(form))
            .and(SUBMISSION_VALUE.FIELD.in(changed.stream().map(Part::id).toList()))
            .fetchSet(SUBMISSION_VALUE.FIELD);
    if (!filled.isEmpty()) {
      throw Problem.conflict(
          "You cannot change the type of a field that has values. Add another field instead.",
          changed.stream()
              .filter(field -> filled.contains(field.id()))
              .map(field -> field.body().pointer("type"))
              .map(
                  place ->
                      new Finding(place, "filled", "The field has values of the current type."))
              .toArray(Finding[]::new));
    }
  }
}
