package supplychain.records.form;

import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.RECORD;
import static supplychain.validation.Kinds.choice;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.records.References;
import supplychain.records.form.FormPart.Parts;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.FixedFields;

/**
 * Changes of forms: fields and their configuration are changed and added, none is removed, since
 * values refer to them.
 */
public final class FormChanges {
  /**
   * Characters that the texts of all fields of a form may have; a new one has no more by itself.
   */
  public static final int MOST_CHARACTERS = 1_000_000;

  private FormChanges() {}

  /** Changes a form by a body, in the transaction of {@code sql}, which has locked it. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller);
    FieldValue<Map<String, UUID>> products = body.list("products", RECORD, FormBody.MOST_PRODUCTS);
    products
        .or(Map.of())
        .forEach((place, product) -> references.want(References.Kind.PRODUCT, place, product));
    References.Found form = FormQueries.find(sql, id);
    FixedFields.keep(body, "owner", ID, form.company());
    FixedFields.keep(body, "form_type", choice(FormType.class), FormType.valueOf(form.state()));
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    List<FormPart> fields = FormPart.read(body, Parts.FIELDS, FormQueries.fields(sql, id));
    List<FormPart> configs = FormPart.read(body, Parts.CONFIGS, FormQueries.configs(sql, id));
    references.resolve(sql, body.findings());
    FormQueries.keepProducts(sql, body);
    body.finish();
    FormTotals.takeTurn(sql, form.company());
    refuseTypes(sql, id, fields);
    FormQueries.touch(sql, caller, id);
    fields.stream()
        .filter(FormPart::isChange)
        .forEach(field -> FormQueries.updateField(sql, caller, field.id(), field.columns()));
    configs.stream()
        .filter(FormPart::isChange)
        .forEach(config -> FormQueries.updateConfig(sql, caller, config.id(), config.columns()));
    Forms.insertFields(sql, caller, id, FormQueries.nextPosition(sql, id), added(fields));
    Forms.insertConfigs(sql, caller, id, added(configs));
    limitLength(body, FormQueries.characters(sql, id));
    if (products.present()) {
      FormQueries.setProducts(sql, id, new HashSet<>(products.or(Map.of()).values()));
    }
    FormTotals.requireLimits(sql, form.company(), body);
  }

  /** Every submission shows these texts, so without a limit a list would become too heavy. */
  private static void limitLength(Body body, int characters) {
    if (characters > MOST_CHARACTERS) {
      String most = "Labels, default values and options may have %d characters together.";
      body.refuse("fields", "too_long", most.formatted(MOST_CHARACTERS));
      body.finish();
    }
  }

  private static List<Columns> added(List<FormPart> parts) {
    return parts.stream().filter(part -> part.id() == null).map(FormPart::columns).toList();
  }

  /** Values were checked against the type of their field: it stays once there is one. */
  private static void refuseTypes(DSLContext sql, UUID form, List<FormPart> fields) {
    Set<UUID> bound = FormQueries.filledOfOtherType(sql, form, types(fields));
    if (!bound.isEmpty()) {
      throw Problem.conflict(
          "A field's type stays as it is once it was filled in; add another field.",
          fields.stream()
              .filter(field -> bound.contains(field.id()))
              .map(field -> field.body().pointer("type"))
              .map(place -> new Finding(place, "filled", "Values of the present type refer to it."))
              .toArray(Finding[]::new));
    }
  }

  private static Map<UUID, String> types(List<FormPart> fields) {
    Map<UUID, String> types = new HashMap<>();
    for (FormPart field : fields) {
      Object type = field.columns().values().get(FORM_FIELD.TYPE);
      if (field.id() != null && type != null) {
        types.put(field.id(), (String) type);
      }
    }
    return types;
  }
}
