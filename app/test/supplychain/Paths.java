package supplychain;

/** Where the records of each kind are. */
public final class Paths {
  public static final String CARDS = "/v1/catalogs/connect-cards/";
  public static final String COMPANIES = "/v1/supply-chains/companies/";
  public static final String COMPANY_PRODUCTS = "/v1/supply-chains/company-products/";
  public static final String CURRENCIES = "/v1/catalogs/currencies/";
  public static final String ENTITY_CARDS = "/v1/supply-chains/entity-cards/";
  public static final String FARMERS = "/v1/supply-chains/farmers/";
  public static final String FORMS = "/v1/forms/forms/";
  public static final String GOODS = "/v1/transactions/product-transactions/";
  public static final String MEMBERS = "/v1/supply-chains/company-members/";
  public static final String ORIGIN_FILES = "/v1/transactions/origin-files/";
  public static final String PAYMENTS = "/v1/transactions/payment-transactions/";
  public static final String PLOTS = "/v1/supply-chains/plots/";
  public static final String PREMIUMS = "/v1/catalogs/premiums/";
  public static final String PRODUCTS = "/v1/catalogs/products/";
  public static final String SUBMISSIONS = "/v1/forms/submissions/";
  public static final String TOKENS = "/v1/auth/tokens/";
  public static final String USERS = "/v1/accounts/users/";
  public static final String ESTIMATES = "/v1/supply-chains/estimates/";
  public static final String VISIBILITIES = "/v1/supply-chains/field-visibilities/";

  private Paths() {}
}
