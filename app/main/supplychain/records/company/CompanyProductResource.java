package supplychain.records.company;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record2;
import org.jooq.Table;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.database.Rows;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.References.Found;
import supplychain.records.References.Kind;
import supplychain.records.Updates;
import supplychain.records.catalogue.ProductBody;
import supplychain.records.form.FormShapes;
import supplychain.records.form.FormType;
import supplychain.validation.Body;
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
                      FormShapes.premiumsOf(COMPANY_PRODUCT.COMPANY, PRODUCT.ID)),
                  PRODUCT,
                  PRODUCT.ID.eq(COMPANY_PRODUCT.PRODUCT)))
          .value("product_id", COMPANY_PRODUCT.PRODUCT)
          .columns(COMPANY_PRODUCT.IS_ACTIVE, COMPANY_PRODUCT.CREATOR, COMPANY_PRODUCT.UPDATER)
          .value(
              "forms",
              JsonObject.array(
                  COMPANY_PRODUCT_FORM.FORM,
                  COMPANY_PRODUCT_FORM,
                  COMPANY_PRODUCT_FORM.COMPANY_PRODUCT.eq(COMPANY_PRODUCT.ID),
                  COMPANY_PRODUCT_FORM.POSITION))
          .value(
              "premiums",
              JsonObject.array(
                  COMPANY_PRODUCT_PREMIUM.PREMIUM,
                  COMPANY_PRODUCT_PREMIUM,
                  COMPANY_PRODUCT_PREMIUM.COMPANY_PRODUCT.eq(COMPANY_PRODUCT.ID),
                  COMPANY_PRODUCT_PREMIUM.POSITION))
          .columns(COMPANY_PRODUCT.UPDATED_ON, COMPANY_PRODUCT.CREATED_ON)
          .build();

  public static final RecordKind COMPANY_PRODUCTS =
      new RecordKind(
              "/v1/supply-chains/company-products/",
              COMPANY_PRODUCT,
              OBJECT,
              RecordKind.Visibility.named(COMPANY_PRODUCT.COMPANY),
              List.of(
                  Filter.id("of this company", COMPANY_PRODUCT.COMPANY),
                  Filter.id("of this product", COMPANY_PRODUCT.PRODUCT),
                  new Filter<>("form", "with this form", ID, id -> links(Links.FORMS, id)),
                  new Filter<>("premium", "with this premium", ID, id -> links(Links.PREMIUMS, id)),
                  Filter.flag("that are active, or are not", COMPANY_PRODUCT.IS_ACTIVE)))
          .columns(COMPANY_PRODUCT.ID, COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.PRODUCT)
          .columns(COMPANY_PRODUCT.IS_ACTIVE, COMPANY_PRODUCT.CREATED_ON)
          .columns(COMPANY_PRODUCT.UPDATED_ON)
          .createdBy(CompanyProductResource::record)
          .amendedBy(CompanyProductResource::amend);

  private CompanyProductResource() {}

  private static List<Condition> links(Links links, UUID id) {
    return List.of(
        exists(
            selectOne()
                .from(links.table())
                .where(links.owner().eq(COMPANY_PRODUCT.ID))
                .and(links.other().eq(id))));
  }

  /** Operation 5: records a company-product. A repeated request changes the existing one. */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    CompanyProductBody companyProduct = CompanyProductBody.readNew(body, references);
    references.resolve(sql);
    companyProduct.check(references);
    Optional<UUID> named = findProduct(sql, companyProduct);
    body.finish();
    UUID product = named.orElse(null);
    if (product == null && companyProduct.product().hasValue()) {
      product = companyProduct.product().value().insert(sql, caller);
    }
    UUID id = Ids.next();
    boolean isNew =
        new NewRow(COMPANY_PRODUCT)
            .set(COMPANY_PRODUCT.ID, id)
            .set(COMPANY_PRODUCT.COMPANY, companyProduct.company())
            .set(COMPANY_PRODUCT.PRODUCT, product)
            .set(COMPANY_PRODUCT.IS_ACTIVE, companyProduct.isActive().or(true))
            .set(COMPANY_PRODUCT.CREATOR, caller.user())
            .set(COMPANY_PRODUCT.UPDATER, caller.user())
            .insertUnlessThere(sql);
    if (isNew) {
      companyProduct.links().forEach((links, ids) -> links.insert(sql, id, ids));
      return id;
    }
    UUID existing = lock(sql, companyProduct.company(), product);
    if (companyProduct.saysAnything()) {
      update(sql, caller, existing, companyProduct);
    }
    return existing;
  }

  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record2<UUID, UUID> present =
        sql.select(COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.PRODUCT)
            .from(COMPANY_PRODUCT)
            .where(COMPANY_PRODUCT.ID.eq(id))
            .fetchSingle();
    References references = new References(caller, body);
    CompanyProductBody change =
        CompanyProductBody.readChange(body, references, present.value1(), present.value2());
    references.resolve(sql);
    change.check(references);
    findProduct(sql, change);
    body.finish();
    update(sql, caller, id, change);
  }

  /** The existing product that the body names. Two different products are a finding. */
  private static Optional<UUID> findProduct(DSLContext sql, CompanyProductBody companyProduct) {
    UUID byId = companyProduct.productId();
    if (!companyProduct.product().hasValue()) {
      return Optional.ofNullable(byId);
    }
    ProductBody product = companyProduct.product().value();
    UUID id = byId == null ? product.id() : byId;
    Optional<UUID> named = Optional.ofNullable(id);
    if (product.name() != null) {
      Optional<UUID> byName = product.findByName(sql);
      if (id != null && !byName.equals(named)) {
        product.body().refuse("name", "mismatch", "The product with this id has another name.");
      }
      named = named.or(() -> byName);
    }
    named.ifPresent(existing -> product.keep(sql, existing));
    return named;
  }

  private static UUID lock(DSLContext sql, UUID company, UUID product) {
    return sql.select(COMPANY_PRODUCT.ID)
        .from(COMPANY_PRODUCT)
        .where(COMPANY_PRODUCT.COMPANY.eq(company))
        .and(
            product == null
                ? COMPANY_PRODUCT.PRODUCT.isNull()
                : COMPANY_PRODUCT.PRODUCT.eq(product))
        .forNoKeyUpdate()
        .fetchSingle(COMPANY_PRODUCT.ID);
  }

  private static void update(
      DSLContext sql, Caller caller, UUID id, CompanyProductBody companyProduct) {
    FieldValue<Boolean> isActive = companyProduct.isActive();
    Updates.of(sql, COMPANY_PRODUCT, caller.user())
        .set(
            COMPANY_PRODUCT.IS_ACTIVE,
            isActive.hasValue() ? DSL.val(isActive.value()) : COMPANY_PRODUCT.IS_ACTIVE)
        .where(COMPANY_PRODUCT.ID.eq(id))
        .execute();
    companyProduct.links().forEach((links, ids) -> links.replace(sql, id, ids));
  }

  /** A table that links company-products with forms or with premiums, in an order. */
  record Links(Table<?> table, Field<UUID> owner, Field<UUID> other, Field<Integer> position) {
    static final Links FORMS =
        new Links(
            COMPANY_PRODUCT_FORM,
            COMPANY_PRODUCT_FORM.COMPANY_PRODUCT,
            COMPANY_PRODUCT_FORM.FORM,
            COMPANY_PRODUCT_FORM.POSITION);

    static final Links PREMIUMS =
        new Links(
            COMPANY_PRODUCT_PREMIUM,
            COMPANY_PRODUCT_PREMIUM.COMPANY_PRODUCT,
            COMPANY_PRODUCT_PREMIUM.PREMIUM,
            COMPANY_PRODUCT_PREMIUM.POSITION);

    void insert(DSLContext sql, UUID companyProduct, List<UUID> others) {
      Rows rows = new Rows(table, owner, other, position);
      for (int i = 0; i < others.size(); i++) {
        rows.add(companyProduct, others.get(i), i);
      }
      rows.insert(sql);
    }

    /** Replaces the links of a company-product, unless they are the same already. */
    void replace(DSLContext sql, UUID companyProduct, List<UUID> others) {
      List<UUID> present =
          sql.select(other)
              .from(table)
              .where(owner.eq(companyProduct))
              .orderBy(position)
              .fetch(other);
      if (!present.equals(others)) {
        sql.deleteFrom(table).where(owner.eq(companyProduct)).execute();
        insert(sql, companyProduct, others);
      }
    }
  }

  /**
   * A CompanyProduct in a body.
   *
   * @param productId an existing product
   * @param product an existing or a new product, as an object
   * @param forms forms of the company, by their pointers in the body
   * @param premiums premiums of the company, by their pointers in the body
   */
  private record CompanyProductBody(
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

    static CompanyProductBody readNew(Body body, References references) {
      UUID company = references.wantOwnCompany(body, "company");
      UUID productId = body.get("product_id", ID).value();
      references.want(Kind.PRODUCT, body.pointer("product_id"), productId);
      return read(body, references, company, productId, false);
    }

    /** Reads a change of a company-product, which keeps its company and its product. */
    static CompanyProductBody readChange(
        Body body, References references, UUID company, UUID productId) {
      body.keep("company", ID, company);
      body.keep("product_id", ID, productId);
      body.keep("product", RECORD, productId);
      return read(body, references, company, productId, true);
    }

    private static CompanyProductBody read(
        Body body, References references, UUID company, UUID productId, boolean isChange) {
      body.ignore("id", "created_on", "updated_on", "creator", "updater");
      return new CompanyProductBody(
          body,
          company,
          productId,
          body.object("product").map(product -> ProductBody.read(product, references)),
          isChange ? body.neverNull("is_active", FLAG) : body.get("is_active", FLAG),
          list(body, "forms", references, Kind.FORM, company, isChange),
          list(body, "premiums", references, Kind.PREMIUM, company, isChange));
    }

    /** Reads a list. In a change, null clears it. */
    private static FieldValue<Map<String, UUID>> list(
        Body body, String name, References references, Kind kind, UUID company, boolean isChange) {
      FieldValue<Map<String, UUID>> ids = body.list(name, ID, MOST);
      Predicate<Found> isOfCompany =
          found ->
              (company == null || found.company().equals(company))
                  && references.caller().actsFor(found.company());
      ids.or(Map.of()).forEach((place, id) -> references.want(kind, place, id, isOfCompany));
      return isChange && ids.isNull() ? FieldValue.of(Map.of()) : ids;
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
}
