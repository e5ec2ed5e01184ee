package supplychain.records.form;

import static supplychain.schema.Tables.FIELD_CONFIG;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.FORM_PRODUCT;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.Rows;
import supplychain.records.References;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Forms that companies define for themselves. */
public final class Forms {
  private Forms() {}

  /** Records a new one with its fields out of a body, in the transaction of {@code sql}. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    FormBody form = FormBody.read(body, references);
    references.resolve(sql, body.findings());
    FormQueries.keepProducts(sql, body);
    body.finish();
    FormTotals.takeTurn(sql, form.owner());
    UUID id = Ids.next();
    sql.insertInto(FORM)
        .set(FORM.ID, id)
        .set(FORM.OWNER, form.owner())
        .set(FORM.FORM_TYPE, form.type().name())
        .set(FORM.CREATOR, caller.user())
        .set(FORM.UPDATER, caller.user())
        .execute();
    insertFields(sql, caller, id, 0, form.fields());
    insertConfigs(sql, caller, id, form.configs());
    Rows products = new Rows(FORM_PRODUCT, FORM_PRODUCT.FORM, FORM_PRODUCT.PRODUCT);
    form.products().forEach(product -> products.add(id, product));
    products.insert(sql);
    FormTotals.requireLimits(sql, form.owner(), body);
    return id;
  }

  /** Inserts fields; the first has that position in the form. */
  static void insertFields(
      DSLContext sql, Caller caller, UUID form, int first, List<Columns> fields) {
    Rows rows =
        new Rows(
            FORM_FIELD,
            FORM_FIELD.ID,
            FORM_FIELD.FORM,
            FORM_FIELD.POSITION,
            FORM_FIELD.LABEL,
            FORM_FIELD.TYPE,
            FORM_FIELD.LABEL_EN_US,
            FORM_FIELD.LABEL_EN_UK,
            FORM_FIELD.LABEL_FR,
            FORM_FIELD.LABEL_NL,
            FORM_FIELD.LABEL_IND,
            FORM_FIELD.KEY,
            FORM_FIELD.REQUIRED,
            FORM_FIELD.DEFAULT_VALUE,
            FORM_FIELD.OPTIONS,
            FORM_FIELD.CREATOR,
            FORM_FIELD.UPDATER);
    int position = first;
    for (Columns field : fields) {
      field.put(FORM_FIELD.ID, Ids.next()).put(FORM_FIELD.FORM, form);
      field.put(FORM_FIELD.POSITION, position++);
      field.put(FORM_FIELD.CREATOR, caller.user()).put(FORM_FIELD.UPDATER, caller.user());
      rows.add(field.values());
    }
    rows.insert(sql);
  }

  static void insertConfigs(DSLContext sql, Caller caller, UUID form, List<Columns> configs) {
    Rows rows =
        new Rows(
            FIELD_CONFIG,
            FIELD_CONFIG.ID,
            FIELD_CONFIG.FORM,
            FIELD_CONFIG.LABEL,
            FIELD_CONFIG.KEY,
            FIELD_CONFIG.VISIBILITY,
            FIELD_CONFIG.REQUIRED,
            FIELD_CONFIG.CREATOR,
            FIELD_CONFIG.UPDATER);
    for (Columns config : configs) {
      config.put(FIELD_CONFIG.ID, Ids.next()).put(FIELD_CONFIG.FORM, form);
      config.put(FIELD_CONFIG.CREATOR, caller.user()).put(FIELD_CONFIG.UPDATER, caller.user());
      rows.add(config.values());
    }
    rows.insert(sql);
  }
}
