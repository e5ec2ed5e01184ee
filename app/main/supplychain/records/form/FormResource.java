package supplychain.records.form;

import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.ID;

import java.util.List;
import supplychain.records.Filter;
import supplychain.records.RecordKind;

/** The kind of records for forms. */
public final class FormResource {
  /** Forms, with their fields. */
  public static final RecordKind FORMS =
      new RecordKind(
              "/v1/forms/forms/",
              FORM,
              FormShapes.FORM_OBJECT,
              RecordKind.Visibility.named(FORM.OWNER),
              List.of(
                  Filter.id("owner", "of this company", FORM.OWNER),
                  Filter.choice("form_type", "of this type", FormType.class, FORM.FORM_TYPE),
                  new Filter<>(
                      "product",
                      "that are about this product",
                      ID,
                      product ->
                          List.of(
                              FORM.ID.in(
                                  select(FORM_PRODUCT.FORM)
                                      .from(FORM_PRODUCT)
                                      .where(FORM_PRODUCT.PRODUCT.eq(product)))))))
          .columns(FORM.ID, FORM.OWNER, FORM.FORM_TYPE, FORM.CREATED_ON, FORM.UPDATED_ON)
          .createdBy(Forms::record)
          .amendedBy(Forms::amend);

  private FormResource() {}
}
