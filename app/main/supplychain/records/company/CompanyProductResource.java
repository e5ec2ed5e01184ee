package supplychain.records.company;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.TableField;
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
import supplychain.records.catalogue.ProductResource.ProductBody;
import supplychain.records.form.FormShapes;
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
                      FormShapes.premiumsOf(COMPANY_PRODUCT.COMPANY, PRODUCT.ID)),
                  PRODUCT,
                  PRODUCT.ID.eq(COMPANY_PRODUCT.PRODUCT)))
          .value("product_id", COMPANY_PRODUCT.PRODUCT)
          .columns(COMPANY_PRODUCT.IS_ACTIVE, COMPANY_PRODUCT.CREATOR, COMPANY_PRODUCT.UPDATER)
          .value(Links.FORMS.name(), Links.FORMS.array())
          .value(Links.PREMIUMS.name(), Links.PREMIUMS.array())
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
                  Links.FORMS.filter(),
                  Links.PREMIUMS.filter(),
                  Filter.flag(
                      "that are active (`true`) or not (`false`)", COMPANY_PRODUCT.IS_ACTIVE)))
          .columns(COMPANY_PRODUCT.ID, COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.PRODUCT)
          .columns(COMPANY_PRODUCT.IS_ACTIVE, COMPANY_PRODUCT.CREATED_ON)
          .columns(COMPANY_PRODUCT.UPDATED_ON)
          .withNewRecordsIn("product")
          .createdBy(CompanyProductResource::record)
          .amendedBy(CompanyProductResource::amend);

  private static final Set<String> FORM_TYPES =
      Set.of(FormType.PRODUCT.name(), FormType.TRANSACTION.name());

  private CompanyProductResource() {}

  /** Operation 5: records a company-product. A repeated request changes the existing one. */
  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    UUID company = references.wantOwnCompany(body, "company");
    UUID productId = references.want(Kind.PRODUCT, body, "product_id");
    FieldValue<ProductBody> inBody = readProduct(body, references);
    FieldValue<Boolean> isActive = body.get("is_active", FLAG);
    Map<Links, Map<String, UUID>> links = Links.read(body, references, company, false);
    UUID named = check(sql, body, references, productId, inBody, links).orElse(null);
    UUID product = named == null && inBody.hasValue() ? inBody.value().insert(sql, caller) : named;
    UUID id = Ids.next();
    boolean isNew =
        new NewRow(COMPANY_PRODUCT, id, caller.user())
            .set(COMPANY_PRODUCT.COMPANY, company)
            .set(COMPANY_PRODUCT.PRODUCT, product)
            .set(COMPANY_PRODUCT.IS_ACTIVE, isActive.or(true))
            .insertUnlessThere(sql);
    if (isNew) {
      links.forEach((kind, ids) -> kind.insert(sql, id, ids.values()));
      return id;
    }
    UUID existing =
        Updates.lock(
                sql,
                COMPANY_PRODUCT.ID,
                COMPANY_PRODUCT.COMPANY.eq(company),
                COMPANY_PRODUCT.PRODUCT.isNotDistinctFrom(product))
            .orElseThrow();
    Columns columns = new Columns(body);
    if (isActive.hasValue()) {
      columns.put(COMPANY_PRODUCT.IS_ACTIVE, isActive.value());
    }
    if (isActive.hasValue() || !links.isEmpty()) {
      update(sql, caller, existing, columns, links);
    }
    return existing;
  }

  /** Changes a company-product, which keeps its company and its product. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record present = sql.fetchSingle(COMPANY_PRODUCT, COMPANY_PRODUCT.ID.eq(id));
    UUID company = present.get(COMPANY_PRODUCT.COMPANY);
    UUID productId = present.get(COMPANY_PRODUCT.PRODUCT);
    References references = new References(caller, body);
    body.keep("company", ID, company);
    body.keep("product_id", ID, productId);
    body.keep("product", RECORD, productId);
    FieldValue<ProductBody> product = readProduct(body, references);
    Columns columns =
        Columns.ofChange(body).set(COMPANY_PRODUCT.IS_ACTIVE, body.neverNull("is_active", FLAG));
    Map<Links, Map<String, UUID>> links = Links.read(body, references, company, true);
    check(sql, body, references, productId, product, links);
    update(sql, caller, id, columns, links);
  }

  private static FieldValue<ProductBody> readProduct(Body body, References references) {
    body.ignoreServiceFields();
    return body.object("product").map(product -> ProductBody.read(product, references));
  }

  /** Refuses a body with mistakes. Returns the existing product that the body names. */
  private static Optional<UUID> check(
      DSLContext sql,
      Body body,
      References references,
      UUID productId,
      FieldValue<ProductBody> product,
      Map<Links, Map<String, UUID>> links) {
    references.resolve(sql);
    links
        .getOrDefault(Links.FORMS, Map.of())
        .forEach(
            (place, id) -> {
              Found form = references.get(Kind.FORM, id);
              if (form != null && !FORM_TYPES.contains(form.state())) {
                String detail = "Form %s must be a PRODUCT or a TRANSACTION form.".formatted(id);
                body.findings().add(place, "wrong_form", detail);
              }
            });
    Optional<UUID> named =
        product.hasValue()
            ? findProduct(sql, body, productId, product.value())
            : Optional.ofNullable(productId);
    body.finish();
    return named;
  }

  /** The existing product that the body names. Two different products are a finding. */
  private static Optional<UUID> findProduct(
      DSLContext sql, Body body, UUID productId, ProductBody product) {
    boolean isNamed = body.has("product_id") && productId != null;
    if (isNamed && product.id() != null && !productId.equals(product.id())) {
      body.refuseValue("product_id", "mismatch", "is not product.id. Name only one product.");
    }
    UUID id = productId == null ? product.id() : productId;
    Optional<UUID> named = Optional.ofNullable(id);
    if (product.name() != null) {
      Optional<UUID> byName = product.findByName(sql);
      if (id != null && !byName.equals(named)) {
        product
            .body()
            .refuseValue("name", "mismatch", "is not the name of the product with this id.");
      }
      named = named.or(() -> byName);
    }
    named.ifPresent(existing -> product.keep(sql, existing));
    return named;
  }

  private static void update(
      DSLContext sql,
      Caller caller,
      UUID id,
      Columns columns,
      Map<Links, Map<String, UUID>> links) {
    Updates.change(sql, caller, COMPANY_PRODUCT.ID, id, columns);
    links.forEach((kind, ids) -> kind.replace(sql, id, ids.values()));
  }

  /** A table that links company-products with forms or with premiums, in an order. */
  private record Links(Kind kind, TableField<?, UUID> other) {
    /** The largest number of forms, and of premiums, of a company for one product. */
    static final int MOST = 100;

    static final Links FORMS = new Links(Kind.FORM, COMPANY_PRODUCT_FORM.FORM);
    static final Links PREMIUMS = new Links(Kind.PREMIUM, COMPANY_PRODUCT_PREMIUM.PREMIUM);

    /** The name of the list in documents. */
    String name() {
      return other.getName() + "s";
    }

    Field<UUID> owner() {
      return other.getTable().field(COMPANY_PRODUCT_FORM.COMPANY_PRODUCT);
    }

    Field<Integer> position() {
      return other.getTable().field(COMPANY_PRODUCT_FORM.POSITION);
    }

    Field<JSON> array() {
      return JsonObject.array(other, other.getTable(), owner().eq(COMPANY_PRODUCT.ID), position());
    }

    Filter<UUID> filter() {
      String condition =
          """
          company_product.id in (select company_product from company_product_%1$s where %1$s = {0})
          """;
      String name = other.getName();
      return Filter.id(name, "with this " + name, condition.formatted(name));
    }

    /**
     * Reads the new links, by their places in the body. If the body leaves a list out, its links
     * stay. In a change, null clears a list.
     */
    static Map<Links, Map<String, UUID>> read(
        Body body, References references, UUID company, boolean isChange) {
      Predicate<Found> isOwn =
          found ->
              (company == null || found.company().equals(company))
                  && references.caller().actsFor(found.company());
      Map<Links, Map<String, UUID>> links = new LinkedHashMap<>();
      for (Links each : List.of(FORMS, PREMIUMS)) {
        FieldValue<Map<String, UUID>> ids = body.list(each.name(), ID, MOST);
        ids.or(Map.of()).forEach((place, id) -> references.want(each.kind, place, id, isOwn));
        if (ids.hasValue() || (isChange && ids.isNull())) {
          links.put(each, ids.or(Map.of()));
        }
      }
      return links;
    }

    void insert(DSLContext sql, UUID companyProduct, Collection<UUID> others) {
      Rows rows = Rows.of(other.getTable());
      int place = 0;
      for (UUID each : others) {
        rows.add(companyProduct, each, place++);
      }
      rows.insert(sql);
    }

    /** Replaces the links of a company-product, unless they are the same already. */
    void replace(DSLContext sql, UUID companyProduct, Collection<UUID> others) {
      List<UUID> present =
          sql.select(other)
              .from(other.getTable())
              .where(owner().eq(companyProduct))
              .orderBy(position())
              .fetch(other);
      if (!present.equals(List.copyOf(others))) {
        sql.deleteFrom(other.getTable()).where(owner().eq(companyProduct)).execute();
        insert(sql, companyProduct, others);
      }
    }
  }
}
