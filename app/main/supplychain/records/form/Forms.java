package supplychain.records.form;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record2;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.form.FormParts.Part;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;
import supplychain.validation.FixedFields;

/** Records and changes forms, which companies define for themselves. */
public final class Forms {
  /**
   * The largest number of characters in the texts of all fields of a form. Every submission shows
   * these texts, so that longer texts would make a list of submissions too heavy.
   */
  static final int MOST_CHARACTERS = 1_000_000;

  private static final int MOST_PRODUCTS = 1_000;

  private Forms() {}

  /** Records a form with its fields, in the transaction of {@code sql}. */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    Collection<UUID> products = readProducts(body, references).or(Map.of()).values();
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    UUID owner = references.wantOwnCompany(body, "owner");
    FormType type = body.required("form_type", choice(FormType.class));
    List<Part> fields = FormParts.FIELDS.readNew(body);
    List<Part> configs = FormParts.CONFIGS.readNew(body);
    references.resolve(sql, body.findings());
    keepProducts(sql, body);
    body.finish();
    FormTotals.lock(sql, owner);
    UUID id = Ids.next();
    sql.insertInto(FORM)
        .set(FORM.ID, id)
        .set(FORM.OWNER, owner)
        .set(FORM.FORM_TYPE, type.name())
        .set(FORM.CREATOR, caller.user())
        .set(FORM.UPDATER, caller.user())
        .execute();
    FormParts.FIELDS.write(sql, caller, id, fields);
    FormParts.CONFIGS.write(sql, caller, id, configs);
    addProducts(sql, id, products);
    FormTotals.requireLimits(sql, owner, body);
    return id;
  }

  /** Changes a form, whose row is locked. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller);
    FieldValue<Map<String, UUID>> products = readProducts(body, references);
    Record2<UUID, String> form =
        sql.select(FORM.OWNER, FORM.FORM_TYPE).from(FORM).where(FORM.ID.eq(id)).fetchSingle();
    FixedFields.keep(body, "owner", ID, form.value1());
    FixedFields.keep(body, "form_type", choice(FormType.class), FormType.valueOf(form.value2()));
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    List<Part> fields = FormParts.FIELDS.readChange(body, FormParts.FIELDS.ofForm(sql, id));
    List<Part> configs = FormParts.CONFIGS.readChange(body, FormParts.CONFIGS.ofForm(sql, id));
    references.resolve(sql, body.findings());
    keepProducts(sql, body);
    body.finish();
    FormTotals.lock(sql, form.value1());
    refuseTypesOfFilledFields(sql, id, fields);
    Updates.of(sql, FORM, caller.user()).where(FORM.ID.eq(id)).execute();
    FormParts.FIELDS.write(sql, caller, id, fields);
    FormParts.CONFIGS.write(sql, caller, id, configs);
    limitLength(body, FormTotals.characters(sql, FORM_FIELD.FORM.eq(id)));
    if (products.present()) {
      Set<UUID> stay = new HashSet<>(products.or(Map.of()).values());
      sql.deleteFrom(FORM_PRODUCT)
          .where(FORM_PRODUCT.FORM.eq(id))
          .and(FORM_PRODUCT.PRODUCT.notIn(stay))
          .execute();
      addProducts(sql, id, stay);
    }
    FormTotals.requireLimits(sql, form.value1(), body);
  }

  private static FieldValue<Map<String, UUID>> readProducts(Body body, References references) {
    FieldValue<Map<String, UUID>> products = body.list("products", RECORD, MOST_PRODUCTS);
    products
        .or(Map.of())
        .forEach((place, product) -> references.want(References.Kind.PRODUCT, place, product));
    return products;
  }

  /** Refuses a product in the body that differs from the catalogue. */
  private static void keepProducts(DSLContext sql, Body body) {
    NestedRecords.keep(
        sql, body, "products", PRODUCT.ID, noCondition(), NestedDocuments.product(inline("")));
  }

  private static void addProducts(DSLContext sql, UUID form, Collection<UUID> products) {
    Rows rows = new Rows(FORM_PRODUCT, FORM_PRODUCT.FORM, FORM_PRODUCT.PRODUCT);
    products.forEach(product -> rows.add(form, product));
    rows.insertUnlessThere(sql);
  }

  private static void limitLength(Body body, int characters) {
    if (characters > MOST_CHARACTERS) {
      String most = "Labels, default values and options may have %d characters together.";
      body.refuse("fields", "too_long", most.formatted(MOST_CHARACTERS));
      body.finish();
    }
  }

  /** Refuses another type for a field with values, which were checked against the present type. */
  private static void refuseTypesOfFilledFields(DSLContext sql, UUID form, List<Part> fields) {
    Set<UUID> filled = filledFieldsOfOtherType(sql, form, types(fields));
    if (!filled.isEmpty()) {
      throw Problem.conflict(
          "A field's type stays as it is once it was filled in; add another field.",
          fields.stream()
              .filter(field -> filled.contains(field.id()))
              .map(field -> field.body().pointer("type"))
              .map(place -> new Finding(place, "filled", "Values of the present type refer to it."))
              .toArray(Finding[]::new));
    }
  }

  private static Map<UUID, String> types(List<Part> fields) {
    Map<UUID, String> types = new HashMap<>();
    for (Part field : fields) {
      Object type = field.columns().values().get(FORM_FIELD.TYPE);
      if (field.id() != null && type != null) {
        types.put(field.id(), (String) type);
      }
    }
    return types;
  }

  private static Set<UUID> filledFieldsOfOtherType(
      DSLContext sql, UUID form, Map<UUID, String> types) {
    Set<UUID> changed = new HashSet<>();
    sql.select(FORM_FIELD.ID, FORM_FIELD.TYPE)
        .from(FORM_FIELD)
        .where(FORM_FIELD.FORM.eq(form))
        .forEach(
            field -> {
              if (!types.getOrDefault(field.value1(), field.value2()).equals(field.value2())) {
                changed.add(field.value1());
              }
            });
    if (changed.isEmpty()) {
      return changed;
    }
    // Waits for transactions that have just checked values against the present types.
    sql.select(FORM.ID).from(FORM).where(FORM.ID.eq(form)).forUpdate().execute();
    return sql.selectDistinct(SUBMISSION_VALUE.FIELD)
        .from(SUBMISSION)
        .join(SUBMISSION_VALUE)
        .on(SUBMISSION_VALUE.SUBMISSION.eq(SUBMISSION.ID))
        .where(SUBMISSION.FORM.eq(form))
        .and(SUBMISSION_VALUE.FIELD.in(changed))
        .fetchSet(SUBMISSION_VALUE.FIELD);
  }
}
