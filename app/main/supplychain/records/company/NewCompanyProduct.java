package supplychain.records.company;

import static supplychain.database.SqlFile.uuid;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.FLAG;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Authors;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Ids;
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

  /** The product of the name in a body, and the company-product of the body; null for none. */
  private record Lookup(UUID product, UUID companyProduct) {}

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
    while (!left.isEmpty()) {
      left = recordMost(sql, left, refused, ids);
    }
    return ids;
  }

  /**
   * Records company-products. Returns those that it left out: another one of them, or another
   * request, has just inserted the same product or the same company-product. The next call finds
   * that record.
   */
  private static List<NewCompanyProduct> recordMost(
      DSLContext sql,
      List<NewCompanyProduct> all,
      BiConsumer<Body, Problem> refused,
      Map<Body, UUID> ids) {
    Batch batch = Batch.of(sql);
    Fetched<Lookup> found = lookUp(batch, all);
    // Runs the batch.
    resolve(sql, all);
    for (int i = 0; i < all.size(); i++) {
      all.get(i).found = found.list().get(i);
    }
    List<NewCompanyProduct> whole = keepValid(all, refused, one -> one.check(sql));
    List<NewCompanyProduct> absent = whole.stream().filter(one -> !one.exists()).toList();
    Set<UUID> inserted = insertUnlessThere(batch, absent);
    List<NewCompanyProduct> others = new ArrayList<>();
    for (NewCompanyProduct one : whole) {
      if (inserted.contains(one.id)) {
        ids.put(one.body, one.id);
      } else if (!one.exists()) {
        others.add(one);
      } else if (!Authors.areSeveral(batch)) {
        // Requests that are recorded together cannot show the states of one record after each of
        // them. So those that change an existing one are left out.
        ids.put(one.body, one.change(sql));
      }
    }
    insertLinks(batch, absent.stream().filter(one -> inserted.contains(one.id)).toList());
    return others;
  }

  private static Fetched<Lookup> lookUp(Batch batch, List<NewCompanyProduct> all) {
    return SQL.call("look_up")
        .set("companies", each(all, one -> one.company, UUID[]::new))
        .set("products", each(all, NewCompanyProduct::namedProduct, UUID[]::new))
        .set("names", each(all, NewCompanyProduct::productName, String[]::new))
        .add(batch, row -> new Lookup(uuid(row, "product"), uuid(row, "company_product")));
  }

  private static <R, T> T[] each(List<R> all, Function<R, ?> value, IntFunction<T[]> array) {
    return all.stream().map(value).toArray(array);
  }

  /**
   * Inserts company-products with their new products, unless they are there: runs the batch.
   * Returns the ids of those that were inserted.
   */
  private static Set<UUID> insertUnlessThere(Batch batch, List<NewCompanyProduct> all) {
    if (all.isEmpty()) {
      return Set.of();
    }
    all.forEach(one -> one.noteAuthor(batch));
    List<Map<Field<?>, Object>> products =
        all.stream().map(NewCompanyProduct::newProductColumns).toList();
    Fetched<UUID> inserted =
        SQL.call("insert_unless_there")
            .set("ids", each(all, one -> one.id, UUID[]::new))
            .set("companies", each(all, one -> one.company, UUID[]::new))
            .set("products", each(all, one -> one.product, UUID[]::new))
            .set("are_active", each(all, one -> one.isActive.or(true), Boolean[]::new))
            .set("users", each(all, one -> one.caller.user(), UUID[]::new))
            .set("new_products", each(products, one -> one.get(PRODUCT.ID), UUID[]::new))
            .set("names", each(products, one -> one.get(PRODUCT.NAME), String[]::new))
            .set("descriptions", each(products, one -> one.get(PRODUCT.DESCRIPTION), String[]::new))
            .set("images", each(products, one -> one.get(PRODUCT.IMAGE), String[]::new))
            .set(
                "are_products_active",
                each(products, one -> one.get(PRODUCT.IS_ACTIVE), Boolean[]::new))
            .add(batch, row -> uuid(row, "id"));
    batch.run();
    return Set.copyOf(inserted.list());
  }

  private void noteAuthor(Batch batch) {
    Authors.note(batch, id, body);
    if (isProductNew()) {
      Authors.note(batch, newProduct, body);
    }
  }

  private Map<Field<?>, Object> newProductColumns() {
    return isProductNew() ? inBody.value().row(newProduct, caller).values() : Map.of();
  }

  private static void insertLinks(Batch batch, List<NewCompanyProduct> all) {
    for (Links kind : List.of(Links.FORMS, Links.PREMIUMS)) {
      NewRows links = NewRows.of(kind.other().getTable());
      all.forEach(one -> kind.add(links, one.id, one.links.getOrDefault(kind, Map.of()).values()));
      links.insert(batch);
    }
  }

  private boolean exists() {
    return found.companyProduct() != null;
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
