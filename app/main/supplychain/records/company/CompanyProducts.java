package supplychain.records.company;

import static supplychain.schema.Tables.COMPANY_PRODUCT;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record2;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.catalogue.ProductBody;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** Company-products: the products that a company handles. */
public final class CompanyProducts {
  private CompanyProducts() {}

  /**
   * Operation 5: creates a company-product from a body. A repeat changes the existing one. The
   * caller is an ADMIN of the company.
   */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    CompanyProductBody companyProduct = CompanyProductBody.read(body, references);
    references.resolve(sql, body.findings());
    companyProduct.check(references);
    Optional<UUID> named = findNamed(sql, companyProduct);
    body.finish();
    UUID product = named.orElseGet(() -> makeProduct(sql, caller, companyProduct));
    boolean isActive = companyProduct.isActive().or(true);
    Optional<UUID> made =
        CompanyProductQueries.insert(sql, caller, companyProduct.company(), product, isActive);
    if (made.isPresent()) {
      companyProduct.links().forEach((links, ids) -> links.insert(sql, made.get(), ids));
      return made.get();
    }
    UUID there = CompanyProductQueries.lock(sql, companyProduct.company(), product);
    if (companyProduct.saysAnything()) {
      CompanyProductQueries.update(sql, caller, there, companyProduct.isActive());
    }
    companyProduct.links().forEach((links, ids) -> links.replace(sql, there, ids));
    return there;
  }

  /** Changes one, whose row is locked. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record2<UUID, UUID> of = CompanyProductQueries.companyAndProduct(sql, id);
    References references = new References(caller);
    CompanyProductBody change =
        CompanyProductBody.readChange(body, references, of.value1(), of.value2());
    references.resolve(sql, body.findings());
    change.check(references);
    findNamed(sql, change);
    body.finish();
    CompanyProductQueries.update(sql, caller, id, change.isActive());
    change.links().forEach((links, ids) -> links.replace(sql, id, ids));
  }

  /** The existing product that the body names; two names for two products are a finding. */
  private static Optional<UUID> findNamed(DSLContext sql, CompanyProductBody companyProduct) {
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
    named.ifPresent(there -> product.keep(sql, there));
    return named;
  }

  private static UUID makeProduct(
      DSLContext sql, Caller caller, CompanyProductBody companyProduct) {
    return companyProduct.product().hasValue()
        ? companyProduct.product().value().insert(sql, caller)
        : null;
  }

  /** Company-products in the database. */
  private static final class CompanyProductQueries {
    private CompanyProductQueries() {}

    /** Makes the company's record of this product; empty where it is there, or just being made. */
    static Optional<UUID> insert(
        DSLContext sql, Caller caller, UUID company, UUID product, boolean isActive) {
      UUID id = Ids.next();
      boolean inserted =
          new NewRow(COMPANY_PRODUCT)
              .set(COMPANY_PRODUCT.ID, id)
              .set(COMPANY_PRODUCT.COMPANY, company)
              .set(COMPANY_PRODUCT.PRODUCT, product)
              .set(COMPANY_PRODUCT.IS_ACTIVE, isActive)
              .set(COMPANY_PRODUCT.CREATOR, caller.user())
              .set(COMPANY_PRODUCT.UPDATER, caller.user())
              .insertUnlessThere(sql);
      return inserted ? Optional.of(id) : Optional.empty();
    }

    /** Of which company and which product one is. */
    static Record2<UUID, UUID> companyAndProduct(DSLContext sql, UUID id) {
      return sql.select(COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.PRODUCT)
          .from(COMPANY_PRODUCT)
          .where(COMPANY_PRODUCT.ID.eq(id))
          .fetchSingle();
    }

    /** The company's record of this product, locked to the end of the transaction. */
    static UUID lock(DSLContext sql, UUID company, UUID product) {
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

    /** Notes that it is changed, and sets whether it is active if that is said. */
    static void update(DSLContext sql, Caller caller, UUID id, FieldValue<Boolean> isActive) {
      Updates.of(sql, COMPANY_PRODUCT, caller.user())
          .set(
              COMPANY_PRODUCT.IS_ACTIVE,
              isActive.hasValue() ? DSL.val(isActive.value()) : COMPANY_PRODUCT.IS_ACTIVE)
          .where(COMPANY_PRODUCT.ID.eq(id))
          .execute();
    }
  }
}
