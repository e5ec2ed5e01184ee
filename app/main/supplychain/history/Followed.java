package supplychain.history;

import java.util.Map;
import supplychain.eudr.OriginFileResource;
import supplychain.records.Resource;
import supplychain.records.account.MemberResource;
import supplychain.records.account.TokenResource;
import supplychain.records.account.UserResource;
import supplychain.records.card.CardResources;
import supplychain.records.catalogue.PremiumResource;
import supplychain.records.catalogue.ProductResource;
import supplychain.records.company.CompanyProductResource;
import supplychain.records.company.CompanyResource;
import supplychain.records.farmer.FarmerResource;
import supplychain.records.form.FormResource;
import supplychain.records.form.SubmissionResource;
import supplychain.records.transaction.TransactionResources;

/**
 * A kind of record whose changes can be followed.
 *
 * @param path where its records are read
 */
record Followed(String path, Resource resource) {
  /** The kind that only an ADMIN reads. */
  static final String TOKENS = "tokens";

  private static final Map<String, Followed> ALL =
      Map.ofEntries(
          entry("supply-chains", "companies", CompanyResource.COMPANIES),
          entry("supply-chains", "company-members", MemberResource.COMPANY_MEMBERS),
          entry("supply-chains", "company-products", CompanyProductResource.COMPANY_PRODUCTS),
          entry("supply-chains", "farmers", FarmerResource.FARMERS),
          entry("supply-chains", "entity-cards", CardResources.ENTITY_CARDS),
          entry("catalogs", "connect-cards", CardResources.CONNECT_CARDS),
          entry("catalogs", "premiums", PremiumResource.PREMIUMS),
          entry("catalogs", "products", ProductResource.PRODUCTS),
          entry("forms", "forms", FormResource.FORMS),
          entry("forms", "submissions", SubmissionResource.SUBMISSIONS),
          entry("transactions", "product-transactions", TransactionResources.PRODUCT_TRANSACTIONS),
          entry("transactions", "payment-transactions", TransactionResources.PAYMENT_TRANSACTIONS),
          entry("transactions", "origin-files", OriginFileResource.ORIGIN_FILES),
          entry("accounts", "users", UserResource.USERS),
          entry("auth", TOKENS, TokenResource.TOKENS));

  private static Map.Entry<String, Followed> entry(String group, String name, Resource resource) {
    return Map.entry(name, new Followed("/v1/" + group + "/" + name + "/", resource));
  }

  /** The kind of this name. */
  static Followed of(String name) {
    return ALL.get(name);
  }
}
