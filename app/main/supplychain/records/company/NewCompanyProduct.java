package supplychain.records.company;

import static supplychain.database.SqlFile.uuid;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.FLAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.database.SqlFile;
import supplychain.records.PendingRecord;
import supplychain.records.References.Target;
import supplychain.records.Updates;
import supplychain.records.catalogue.ProductResource.ProductBody;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** A company-product in a body, which may exist already. */
final class NewCompanyProduct extends PendingRecord {
  private static final SqlFile SQL = SqlFile.beside(NewCompanyProduct.class, "companies.sql");

  private final UUID company;

  /** The product in the body, which can be a new one. */
  private final FieldValue<ProductBody> inBody;

  private final FieldValue<Boolean> isActive;
  private final Map<Links, Map<String, UUID>> links;

  /** The product that exists; null if the product is a new one, and if the body has none. */
  private UUID product;

  private Present present;

  /**
   * What exists already.
   *
   * @param name the name of the product, as it is unique; null if the body has none
   * @param byName the product of this name
   * @param id the company-product
   */
  private record Present(String name, UUID byName, UUID id) {}

  private NewCompanyProduct(Caller caller, Body body) {
    super(caller, body);
    company = references.wantOwnCompany(body, "company");
    product = references.want(Target.PRODUCT, body, "product_id");
    inBody = CompanyProductResource.readProduct(body, references);
    isActive = body.get("is_active", FLAG);
    links = Links.read(body, references, company, false);
  }

  /**
   * Operation 5: records company-products together, with the same few statements for one as for
   * many. A repeated request changes the existing one.
   */
  static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    Map<Body, UUID> ids = new LinkedHashMap<>();
    List<NewCompanyProduct> all = readAll(bodies, NewCompanyProduct::new);
    for (NewCompanyProduct repeat : record(sql, all, refused, ids)) {
      record(sql, List.of(repeat), refused, ids);
    }
    return ids;
  }

  /**
   * Records company-products, except for those that name a new product or a company-product which
   * another one of them names, too. Returns these: they find it there in a next call.
   */
  private static List<NewCompanyProduct> record(
      DSLContext sql,
      List<NewCompanyProduct> all,
      BiConsumer<Body, Problem> refused,
      Map<Body, UUID> ids) {
    Batch batch = Batch.of(sql);
    Fetched<Present> present = findPresent(batch, all);
    resolve(sql, all);
    for (int i = 0; i < all.size(); i++) {
      all.get(i).present = present.list().get(i);
    }
    Map<Object, NewCompanyProduct> first = new LinkedHashMap<>();
    List<NewCompanyProduct> repeats = new ArrayList<>();
    for (NewCompanyProduct one : keepValid(all, refused, one -> one.check(sql))) {
      if (first.putIfAbsent(one.identity(), one) != null) {
        repeats.add(one);
      }
    }
    insert(batch, first.values().stream().filter(one -> one.present.id() == null).toList());
    for (NewCompanyProduct one : first.values()) {
      // Requests that are recorded together cannot show the states of one record after each of
      // them. So those that change an existing one are left out.
      if (one.present.id() == null) {
        ids.put(one.body, one.id);
      } else if (!Authors.areSeveral(batch)) {
        ids.put(one.body, one.change(sql));
      }
    }
    return repeats;
  }

  private static Fetched<Present> findPresent(Batch batch, List<NewCompanyProduct> all) {
    return SQL.call("present")
        .set("companies", all.stream().map(one -> one.company).toArray(UUID[]::new))
        .set("products", all.stream().map(NewCompanyProduct::namedProduct).toArray(UUID[]::new))
        .set("names", all.stream().map(NewCompanyProduct::productName).toArray(String[]::new))
        .add(
            batch,
            row -> new Present(row.getString("name"), uuid(row, "by_name"), uuid(row, "id")));
  }

  /** Inserts new ones with their links and their new products, when the batch runs. */
  private static void insert(Batch batch, List<NewCompanyProduct> all) {
    NewRows products = NewRows.of(PRODUCT);
    NewRows rows = NewRows.of(COMPANY_PRODUCT);
    for (NewCompanyProduct one : all) {
      if (one.isProductNew()) {
        one.product = Ids.next();
        Authors.note(batch, one.product, one.body);
        products.add(one.inBody.value().row(one.product, one.caller));
      }
      Authors.note(batch, one.id, one.body);
      rows.add(one.row());
    }
    products.insert(batch);
    rows.insert(batch);
    for (Links kind : List.of(Links.FORMS, Links.PREMIUMS)) {
      NewRows links = NewRows.of(kind.other().getTable());
      all.forEach(one -> kind.add(links, one.id, one.links.getOrDefault(kind, Map.of()).values()));
      links.insert(batch);
    }
  }

  private UUID namedProduct() {
    return product == null && inBody.hasValue() ? inBody.value().id() : product;
  }

  private String productName() {
    return inBody.hasValue() ? inBody.value().name() : null;
  }

  private boolean isProductNew() {
    return product == null && inBody.hasValue();
  }

  /** What no other one may name in the same statement: a new product, or its pair. */
  private Object identity() {
    return isProductNew() ? present.name() : Arrays.asList(company, product);
  }

  private void check(DSLContext sql) {
    CompanyProductResource.checkForms(body, references, links);
    if (inBody.hasValue()) {
      product =
          CompanyProductResource.findProduct(sql, body, product, inBody.value(), present.byName());
    }
    body.throwIfInvalid();
  }

  private NewRow row() {
    return new NewRow(COMPANY_PRODUCT, id, caller.user())
        .set(COMPANY_PRODUCT.COMPANY, company)
        .set(COMPANY_PRODUCT.PRODUCT, product)
        .set(COMPANY_PRODUCT.IS_ACTIVE, isActive.or(true));
  }

  /** Changes the existing one. Returns its id. */
  private UUID change(DSLContext sql) {
    UUID existing = present.id();
    Batch.of(sql).run();
    Updates.lock(sql, COMPANY_PRODUCT.ID, COMPANY_PRODUCT.ID.eq(existing));
    Columns columns = new Columns(body);
    if (isActive.hasValue()) {
      columns.put(COMPANY_PRODUCT.IS_ACTIVE, isActive.value());
    }
    if (isActive.hasValue() || !links.isEmpty()) {
      CompanyProductResource.update(sql, caller, existing, columns, links);
    }
    return existing;
  }
}
