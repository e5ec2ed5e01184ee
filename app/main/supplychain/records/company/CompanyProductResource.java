package supplychain.records.company;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.Recording.Grouping;
import supplychain.records.References;
import supplychain.records.References.Form;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.records.catalogue.ProductResource.ProductBody;
import supplychain.records.form.FormType;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** The kind of records for company-products: the products that a company handles. */
public final class CompanyProductResource {
  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.ID)
          .value(
              "product",
              JsonObject.one(
                  NestedDocuments.product(
                      field("array_to_string({0}, ',')", String.class, COMPANY_PRODUCT.PREMIUMS)),
                  PRODUCT,
                  PRODUCT.ID.eq(COMPANY_PRODUCT.PRODUCT)))
          .value("product_id", COMPANY_PRODUCT.PRODUCT)
          .columns(COMPANY_PRODUCT.IS_ACTIVE)
          .users(COMPANY_PRODUCT.CREATOR, COMPANY_PRODUCT.UPDATER)
          .columns(COMPANY_PRODUCT.FORMS, COMPANY_PRODUCT.PREMIUMS)
          .columns(COMPANY_PRODUCT.UPDATED_ON, COMPANY_PRODUCT.CREATED_ON)
          .build();

  public static final RecordKind COMPANY_PRODUCTS =
      new RecordKind(
              "/v1/supply-chains/company-products/",
              COMPANY_PRODUCT,
              OBJECT,
              Visibility.named(COMPANY_PRODUCT.COMPANY))
          .filteredBy(
              Filter.id("of this company", COMPANY_PRODUCT.COMPANY),
              Filter.id("of this product", COMPANY_PRODUCT.PRODUCT),
              Links.FORMS.filter(),
              Links.PREMIUMS.filter(),
              Filter.flag("that are active (`true`) or not (`false`)", COMPANY_PRODUCT.IS_ACTIVE))
          .columns(COMPANY_PRODUCT.ID, COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.PRODUCT)
          .columns(COMPANY_PRODUCT.IS_ACTIVE, COMPANY_PRODUCT.CREATED_ON)
          .columns(COMPANY_PRODUCT.UPDATED_ON)
          .withNewRecordsIn("product")
          .createdBy(NewCompanyProduct::record, body -> Grouping.TOGETHER)
          .amendedBy(CompanyProductResource::amend);

  private static final Set<String> FORM_TYPES =
      Set.of(FormType.PRODUCT.name(), FormType.TRANSACTION.name());

  private CompanyProductResource() {}

  /** Changes a company-product, which keeps its company and its product. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record present = sql.fetchSingle(COMPANY_PRODUCT, COMPANY_PRODUCT.ID.eq(id));
    UUID company = present.get(COMPANY_PRODUCT.COMPANY);
    UUID productId = present.get(COMPANY_PRODUCT.PRODUCT);
    References references = new References(caller, body);
    body.keep("company", Names.id("company"), company);
    body.keep("product_id", Names.id("product_id"), productId);
    body.keep("product", RECORD, productId);
    FieldValue<ProductBody> product = readProduct(body, references);
    Columns columns =
        Columns.ofChange(body).set(COMPANY_PRODUCT.IS_ACTIVE, body.neverNull("is_active", FLAG));
    Map<Links, Map<String, UUID>> links = Links.read(body, references, company, true);
    references.resolve(sql);
    checkForms(body, references, links);
    if (product.hasValue()) {
      UUID byName = product.value().findByName(sql).orElse(null);
      findProduct(sql, body, productId, product.value(), byName);
    }
    body.throwIfInvalid();
    update(sql, caller, id, columns, links);
  }

  static FieldValue<ProductBody> readProduct(Body body, References references) {
    body.ignoreServiceFields();
    return body.object("product").map(product -> ProductBody.read(product, references));
  }

  /** Refuses forms of a type that a company-product cannot have. */
  static void checkForms(Body body, References references, Map<Links, Map<String, UUID>> links) {
    links
        .getOrDefault(Links.FORMS, Map.of())
        .forEach(
            (place, id) -> {
              Form form = references.get(Target.FORM, id);
              if (form != null && !FORM_TYPES.contains(form.type())) {
                String detail = "Form %s must be a PRODUCT or a TRANSACTION form.".formatted(id);
                body.findings().add(place, "wrong_form", detail);
              }
            });
  }

  /** The existing product that the body names; null if none. Two of them are a finding. */
  static UUID findProduct(
      DSLContext sql, Body body, UUID productId, ProductBody product, UUID byName) {
    boolean isNamed = body.has("product_id") && productId != null;
    if (isNamed && product.id() != null && !productId.equals(product.id())) {
      body.refuseValue("product_id", "mismatch", "is not product.id. Name only one product.");
    }
    UUID id = productId == null ? product.id() : productId;
    if (product.name() != null && id != null && !id.equals(byName)) {
      product
          .body()
          .refuseValue("name", "mismatch", "is not the name of the product with this id.");
    }
    UUID named = id == null ? byName : id;
    if (named != null) {
      product.keep(sql, named);
    }
    return named;
  }

  static void update(
      DSLContext sql,
      Caller caller,
      UUID id,
      Columns columns,
      Map<Links, Map<String, UUID>> links) {
    links.forEach((list, ids) -> columns.put(list.column(), ids.values().toArray(UUID[]::new)));
    Updates.change(sql, caller, COMPANY_PRODUCT.ID, id, columns);
  }
}
