package supplychain.records.company;

import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.FLAG;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.records.PendingRecord;
import supplychain.records.References.Target;
import supplychain.records.Updates;
import supplychain.records.catalogue.ProductResource.ProductBody;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** A company-product in a body, which may exist already. */
final class NewCompanyProduct extends PendingRecord {
  private final UUID company;

  /** The product in the body, which can be a new one. */
  private final FieldValue<ProductBody> inBody;

  private final FieldValue<Boolean> isActive;
  private final Map<Links, Map<String, UUID>> links;

  /** The product that exists; null before a new one is inserted, and if the body has none. */
  private UUID product;

  private boolean isNew;

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
    List<NewCompanyProduct> all = readAll(bodies, NewCompanyProduct::new);
    resolve(sql, all);
    Map<String, UUID> named =
        ProductBody.findByNames(sql, all.stream().flatMap(NewCompanyProduct::productName).toList());
    List<NewCompanyProduct> whole = keepValid(all, refused, one -> one.check(sql, named));
    List<NewCompanyProduct> withProduct = insertProducts(sql, whole, refused);
    Batch batch = Batch.of(sql);
    insert(batch, withProduct);
    Map<Body, UUID> ids = new LinkedHashMap<>();
    for (NewCompanyProduct one : withProduct) {
      // Requests that are recorded together cannot show the states of one record after each of
      // them. So those that change an existing one are left out.
      if (one.isNew || !Authors.areSeveral(batch)) {
        ids.put(one.body, one.isNew ? one.id : one.change(sql));
      }
    }
    return ids;
  }

  /** Inserts new products. Another request may have just inserted the same one. */
  private static List<NewCompanyProduct> insertProducts(
      DSLContext sql, List<NewCompanyProduct> all, BiConsumer<Body, Problem> refused) {
    Batch batch = Batch.of(sql);
    List<NewCompanyProduct> withNew =
        all.stream().filter(one -> one.product == null && one.inBody.hasValue()).toList();
    NewRows products = NewRows.of(PRODUCT);
    for (NewCompanyProduct one : withNew) {
      one.product = Ids.next();
      Authors.note(batch, one.product, one.body);
      products.add(one.inBody.value().row(one.product, one.caller));
    }
    List<Boolean> areInserted = products.insertUnlessThere(batch);
    return keepValid(
        all,
        refused,
        one -> {
          int place = withNew.indexOf(one);
          if (place >= 0 && !areInserted.get(place)) {
            one.product = one.inBody.value().named(sql).orElseThrow();
          }
        });
  }

  /** Inserts those that do not exist, with their links. */
  private static void insert(Batch batch, List<NewCompanyProduct> all) {
    NewRows rows = NewRows.of(COMPANY_PRODUCT);
    for (NewCompanyProduct one : all) {
      Authors.note(batch, one.id, one.body);
      rows.add(one.row());
    }
    List<Boolean> areInserted = rows.insertUnlessThere(batch);
    for (int i = 0; i < all.size(); i++) {
      all.get(i).isNew = areInserted.get(i);
    }
    List<NewCompanyProduct> inserted = all.stream().filter(one -> one.isNew).toList();
    for (Links kind : List.of(Links.FORMS, Links.PREMIUMS)) {
      NewRows links = NewRows.of(kind.other().getTable());
      inserted.forEach(
          one -> kind.add(links, one.id, one.links.getOrDefault(kind, Map.of()).values()));
      links.insert(batch);
    }
  }

  private Stream<String> productName() {
    return Stream.ofNullable(inBody.value()).map(ProductBody::name).filter(Objects::nonNull);
  }

  private void check(DSLContext sql, Map<String, UUID> named) {
    CompanyProductResource.checkForms(body, references, links);
    if (inBody.hasValue()) {
      UUID byName = named.get(inBody.value().name());
      product = CompanyProductResource.findProduct(sql, body, product, inBody.value(), byName);
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
    Batch.of(sql).run();
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
      CompanyProductResource.update(sql, caller, existing, columns, links);
    }
    return existing;
  }
}
