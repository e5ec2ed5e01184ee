package supplychain.records.company;

import static supplychain.database.SqlFile.uuid;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.FLAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Texts;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Ids;
import supplychain.database.KnownRows;
import supplychain.database.NewRow;
import supplychain.database.NewRows;
import supplychain.database.SqlFile;
import supplychain.records.PendingRecord;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.catalogue.ProductResource.ProductBody;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;

/** A company-product in a body, which may exist already. */
final class NewCompanyProduct extends PendingRecord {
  private static final SqlFile SQL = SqlFile.beside(NewCompanyProduct.class, "companies.sql");

  private final UUID company;
  private final UUID productId;

  /** The product in the body, which can be a new one. */
  private final FieldValue<ProductBody> inBody;

  private final FieldValue<Boolean> isActive;
  private final Map<Links, Map<String, UUID>> links;
  private Lookup found;

  /** The product that exists; null if the product is a new one, and if the body has none. */
  private UUID product;

  /** The id of a new product. */
  private final UUID newProduct = Ids.next();

  /**
   * The product and the company-product of a body that are recorded already; null if they are not.
   *
   * @param uniqueName the name of the product as the database compares it, or nearly so: if two
   *     names turn out to be the same, PostgreSQL refuses the second
   */
  private record Lookup(String uniqueName, UUID product, UUID companyProduct) {
    static Lookup ofNone(String name) {
      return new Lookup(Texts.folded(name), null, null);
    }
  }

  private NewCompanyProduct(Caller caller, Body body) {
    super(caller, body);
    company = references.wantOwnCompany(body, "company");
    productId = references.want(Target.PRODUCT, body, "product_id");
    inBody = CompanyProductResource.readProduct(body, references);
    isActive = body.get("is_active", FLAG);
    links = Links.read(body, references, company, false);
  }

  /**
   * Records company-products together, with the same few statements for one as for many. A repeated
   * request changes the existing one.
   */
  static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    Map<Body, UUID> ids = new LinkedHashMap<>();
    List<NewCompanyProduct> left = readAll(bodies, NewCompanyProduct::new);
    boolean mayAssume = Batch.of(sql).mayAssume();
    while (!left.isEmpty()) {
      find(sql, left, mayAssume);
      left = recordMost(sql, left, refused, ids);
      // The other bodies name records that this transaction has just inserted.
      mayAssume = false;
    }
    return ids;
  }

  /**
   * Records company-products. Returns those that name the same new product, or the same
   * company-product, as another one of them. The next call finds that record. If another request
   * inserts it first, a single write runs again, and a group fails.
   */
  private static List<NewCompanyProduct> recordMost(
      DSLContext sql,
      List<NewCompanyProduct> all,
      BiConsumer<Body, Problem> refused,
      Map<Body, UUID> ids) {
    Batch batch = Batch.of(sql);
    List<NewCompanyProduct> whole = keepValid(all, refused, one -> one.check(sql));
    Map<Object, NewCompanyProduct> absent = new LinkedHashMap<>();
    List<NewCompanyProduct> others = new ArrayList<>();
    for (NewCompanyProduct one : whole) {
      if (one.found.companyProduct() == null) {
        if (absent.putIfAbsent(one.identity(), one) == null) {
          ids.put(one.body, one.id);
        } else {
          others.add(one);
        }
      } else if (!Authors.areSeveral(batch)) {
        // Requests that are recorded together cannot show the states of one record after each of
        // them. So those that change an existing one are left out.
        ids.put(one.body, one.change(sql));
      }
    }
    insert(batch, absent.values());
    return others;
  }

  /** Looks up what is recorded already, or assumes that all products are new. */
  private static void find(DSLContext sql, List<NewCompanyProduct> all, boolean mayAssume) {
    Batch batch = Batch.of(sql);
    if (mayAssume && all.stream().allMatch(NewCompanyProduct::namesOnlyAProduct)) {
      String[] names = all.stream().map(NewCompanyProduct::productName).toArray(String[]::new);
      KnownRows.requireNone(batch, SQL.call("products").set("names", names));
      all.forEach(one -> one.found = Lookup.ofNone(one.productName()));
      assumeOrResolve(sql, all);
      return;
    }
    Fetched<Lookup> found = lookUp(batch, all);
    // Runs the batch.
    resolve(sql, all);
    for (int i = 0; i < all.size(); i++) {
      all.get(i).found = found.list().get(i);
    }
  }

  private boolean namesOnlyAProduct() {
    return productName() != null && namedProduct() == null;
  }

  private static Fetched<Lookup> lookUp(Batch batch, List<NewCompanyProduct> all) {
    return SQL.call("look_up")
        .set("companies", all.stream().map(one -> one.company).toArray(UUID[]::new))
        .set("products", all.stream().map(NewCompanyProduct::namedProduct).toArray(UUID[]::new))
        .set("names", all.stream().map(NewCompanyProduct::productName).toArray(String[]::new))
        .add(
            batch,
            row ->
                new Lookup(
                    row.getString("unique_name"),
                    uuid(row, "product"),
                    uuid(row, "company_product")));
  }

  /** Inserts company-products and their new products when the batch runs. */
  private static void insert(Batch batch, Collection<NewCompanyProduct> all) {
    NewRows products = NewRows.of(PRODUCT);
    NewRows rows = NewRows.of(COMPANY_PRODUCT);
    for (NewCompanyProduct one : all) {
      Authors.note(batch, one.id, one.body);
      if (one.isProductNew()) {
        Authors.note(batch, one.newProduct, one.body);
        products.add(one.inBody.value().row(one.newProduct, one.caller));
      }
      rows.add(one.row());
    }
    products.insert(batch);
    rows.insert(batch);
  }

  private NewRow row() {
    NewRow row =
        new NewRow(COMPANY_PRODUCT, id, caller.user())
            .set(COMPANY_PRODUCT.COMPANY, company)
            .set(COMPANY_PRODUCT.PRODUCT, isProductNew() ? newProduct : product)
            .set(COMPANY_PRODUCT.IS_ACTIVE, isActive.or(true));
    for (Links each : Links.ALL) {
      Collection<UUID> ids = links.getOrDefault(each, Map.of()).values();
      row.set(each.column(), ids.toArray(UUID[]::new));
    }
    return row;
  }

  /**
   * Two records with equal values would insert the same product, or the same company-product. So
   * only the first is inserted, and the next call finds it for the second.
   */
  private Object identity() {
    return isProductNew() ? found.uniqueName() : Arrays.asList(company, product);
  }

  private boolean isProductNew() {
    return product == null && inBody.hasValue();
  }

  /** The product that the body names by an id. */
  private UUID namedProduct() {
    return productId == null && inBody.hasValue() ? inBody.value().id() : productId;
  }

  private String productName() {
    return inBody.hasValue() ? inBody.value().name() : null;
  }

  private void check(DSLContext sql) {
    CompanyProductResource.checkForms(body, references, links);
    product =
        inBody.hasValue()
            ? CompanyProductResource.findProduct(
                sql, body, productId, inBody.value(), found.product())
            : productId;
    body.throwIfInvalid();
  }

  /** Changes the existing one. Returns its id. */
  private UUID change(DSLContext sql) {
    Batch.of(sql).run();
    UUID existing =
        Updates.lock(sql, COMPANY_PRODUCT.ID, COMPANY_PRODUCT.ID.eq(found.companyProduct()))
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
