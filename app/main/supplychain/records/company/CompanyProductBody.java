package supplychain.records.company;

import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.RECORD;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import supplychain.records.References;
import supplychain.records.References.Found;
import supplychain.records.References.Kind;
import supplychain.records.catalogue.ProductBody;
import supplychain.records.company.CompanyProductResource.Links;
import supplychain.records.form.FormType;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;
import supplychain.validation.FixedFields;

/**
 * A CompanyProduct in a body.
 *
 * @param productId an existing product
 * @param product an existing or a new product, as an object
 * @param forms forms of the company, by their pointers in the body
 * @param premiums premiums of the company, by their pointers in the body
 */
record CompanyProductBody(
    Body body,
    UUID company,
    UUID productId,
    FieldValue<ProductBody> product,
    FieldValue<Boolean> isActive,
    FieldValue<Map<String, UUID>> forms,
    FieldValue<Map<String, UUID>> premiums) {
  /** The largest number of forms, and of premiums, of a company for one product. */
  static final int MOST = 100;

  private static final Set<String> FORM_TYPES =
      Set.of(FormType.PRODUCT.name(), FormType.TRANSACTION.name());

  static CompanyProductBody read(Body body, References references) {
    UUID company = references.wantOwnCompany(body, "company");
    UUID productId = body.get("product_id", ID).value();
    references.want(Kind.PRODUCT, body.pointer("product_id"), productId);
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    return new CompanyProductBody(
        body,
        company,
        productId,
        readProduct(body, references),
        body.get("is_active", FLAG),
        list(body, "forms", references, Kind.FORM, company),
        list(body, "premiums", references, Kind.PREMIUM, company));
  }

  /** Reads a change of a company-product, which keeps its company and its product. */
  static CompanyProductBody readChange(
      Body body, References references, UUID company, UUID productId) {
    FixedFields.keep(body, "company", ID, company);
    FixedFields.keep(body, "product_id", ID, productId);
    FixedFields.keep(body, "product", RECORD, productId);
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    return new CompanyProductBody(
        body,
        company,
        productId,
        readProduct(body, references),
        body.neverNull("is_active", FLAG),
        cleared(list(body, "forms", references, Kind.FORM, company)),
        cleared(list(body, "premiums", references, Kind.PREMIUM, company)));
  }

  private static FieldValue<ProductBody> readProduct(Body body, References references) {
    FieldValue<Body> product = body.object("product");
    return product.hasValue()
        ? FieldValue.of(ProductBody.read(product.value(), references))
        : FieldValue.absent();
  }

  private static FieldValue<Map<String, UUID>> cleared(FieldValue<Map<String, UUID>> ids) {
    return ids.isNull() ? FieldValue.of(Map.of()) : ids;
  }

  private static FieldValue<Map<String, UUID>> list(
      Body body, String name, References references, Kind kind, UUID company) {
    FieldValue<Map<String, UUID>> ids = body.list(name, ID, MOST);
    want(references, kind, ids, company);
    return ids;
  }

  private static void want(
      References references, Kind kind, FieldValue<Map<String, UUID>> ids, UUID company) {
    ids.or(Map.of())
        .forEach(
            (place, id) ->
                references.want(
                    kind,
                    place,
                    id,
                    found ->
                        (company == null || found.company().equals(company))
                            && references.caller().actsFor(found.company())));
  }

  /** Whether a repeated request would set anything. */
  boolean saysAnything() {
    return isActive.hasValue() || forms.hasValue() || premiums.hasValue();
  }

  /** The new links, in order. If the body leaves a list out, its links stay. */
  Map<Links, List<UUID>> links() {
    Map<Links, List<UUID>> links = new LinkedHashMap<>();
    if (forms.hasValue()) {
      links.put(Links.FORMS, List.copyOf(forms.value().values()));
    }
    if (premiums.hasValue()) {
      links.put(Links.PREMIUMS, List.copyOf(premiums.value().values()));
    }
    return links;
  }

  /** Checks the rules between fields, after the references are resolved. */
  void check(References references) {
    forms
        .or(Map.of())
        .forEach(
            (place, id) -> {
              Found form = references.get(Kind.FORM, id);
              if (form != null && !FORM_TYPES.contains(form.state())) {
                String detail = "It must be a PRODUCT or a TRANSACTION form.";
                body.findings().add(place, "wrong_form", detail);
              }
            });
    UUID inObject = product.hasValue() ? product.value().id() : null;
    boolean isNamed = body.has("product_id") && productId != null;
    if (isNamed && inObject != null && !productId.equals(inObject)) {
      body.refuse("product_id", "mismatch", "product_id and product.id name two products.");
    }
  }
}
