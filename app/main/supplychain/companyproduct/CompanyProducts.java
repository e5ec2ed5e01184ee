package supplychain.companyproduct;

import io.javalin.http.Context;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.http.Caller;
import supplychain.http.Creation;
import supplychain.part.ProductBody;
import supplychain.part.References;

/** Company-products over HTTP: the products a company handles. */
public final class CompanyProducts {
  private static final String PATH = "/v1/supply-chains/company-products/";

  private final Creation creation;

  /** Company-products, each recorded once however often it is sent. */
  public CompanyProducts(Creation creation) {
    this.creation = creation;
  }

  /** Operation 5, create a company-product: an ADMIN of that company. */
  public void create(Context ctx) {
    creation.answer(ctx, PATH, CompanyProducts::record, CompanyProductDocument.DOCUMENT);
  }

  /** Records one out of a body, in the transaction of {@code sql}; a repeat changes the first. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    CompanyProductBody companyProduct = CompanyProductBody.read(body, references);
    references.resolve(sql, body.findings());
    companyProduct.check(references);
    Optional<UUID> named = findNamed(sql, companyProduct);
    body.finish();
    UUID product = named.orElseGet(() -> makeProduct(sql, caller, companyProduct));
    UUID id = insertOrUpdate(sql, caller, companyProduct, product);
    if (companyProduct.forms().hasValue()) {
      CompanyProductQueries.setForms(sql, id, companyProduct.forms().value().values());
    }
    if (companyProduct.premiums().hasValue()) {
      CompanyProductQueries.setPremiums(sql, id, companyProduct.premiums().value().values());
    }
    return id;
  }

  private static UUID insertOrUpdate(
      DSLContext sql, Caller caller, CompanyProductBody companyProduct, UUID product) {
    UUID company = companyProduct.company();
    boolean isActive = companyProduct.isActive().or(true);
    return CompanyProductQueries.insert(sql, caller, company, product, isActive)
        .orElseGet(
            () -> {
              UUID id = CompanyProductQueries.lock(sql, company, product);
              if (companyProduct.saysAnything()) {
                CompanyProductQueries.update(sql, caller, id, companyProduct.isActive());
              }
              return id;
            });
  }

  /** The existing product that the body names; two names for two products are a finding. */
  private static Optional<UUID> findNamed(DSLContext sql, CompanyProductBody companyProduct) {
    UUID byId = companyProduct.productId();
    if (!companyProduct.product().hasValue()) {
      return Optional.ofNullable(byId);
    }
    ProductBody product = companyProduct.product().value();
    UUID id = byId == null ? product.id() : byId;
    if (product.name() == null) {
      return Optional.ofNullable(id);
    }
    Optional<UUID> byName = product.findByName(sql);
    if (id != null && !byName.equals(Optional.of(id))) {
      product.body().refuse("name", "mismatch", "The product with this id has another name.");
    }
    return id == null ? byName : Optional.of(id);
  }

  private static UUID makeProduct(
      DSLContext sql, Caller caller, CompanyProductBody companyProduct) {
    return companyProduct.product().hasValue()
        ? companyProduct.product().value().insert(sql, caller)
        : null;
  }
}
