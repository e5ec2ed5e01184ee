import client.ApiClient;
import client.api.CompaniesApi;
import client.api.CompanyProductsApi;
import client.api.FarmersApi;
import client.api.PaymentTransactionsApi;
import client.api.ProductTransactionsApi;
import client.model.Company;
import client.model.CompanyProduct;
import client.model.CompanyProductInput;
import client.model.CompanyReference;
import client.model.Farmer;
import client.model.FarmerChange;
import client.model.FarmerSubmissionChange;
import client.model.FormReference;
import client.model.Method;
import client.model.PartyReference;
import client.model.PaymentTransaction;
import client.model.PaymentTransactionInput;
import client.model.PremiumReference;
import client.model.ProductGiven;
import client.model.ProductName;
import client.model.ProductReference;
import client.model.ProductTransaction;
import client.model.ProductTransactionInput;
import client.model.SubmissionValueGiven;
import client.model.TransactionPaymentInput;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;

/** The five operations with the client that openapi-generator makes for Java. */
public final class Operations {
  private Operations() {}

  /** Does them on the demo that the environment names. */
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));

    FarmerSubmissionChange submission = new FarmerSubmissionChange();
    submission.form(new FormReference(id("FARMER_FORM")));
    submission.addValuesItem(
        new SubmissionValueGiven().field(System.getenv("FARMER_FIELD")).value("Bugisu local"));
    FarmerChange change = new FarmerChange().firstName("Grace").submission(submission);
    Farmer farmer =
        new FarmersApi(client)
            .updateFarmer(System.getenv("FARMER"), change, null, null, null, null);
    expect("Grace", farmer.getFirstName());

    ProductTransactionInput goods =
        new ProductTransactionInput()
            .source(new PartyReference(id("FARMER")))
            .destination(new PartyReference(id("COMPANY")))
            .product(new ProductReference(new ProductName().name("Coffee cherry")))
            .quantity("120.50")
            .amount("241000")
            .currency("UGX")
            .transactionPayments(
                List.of(new TransactionPaymentInput().amount(new BigDecimal("241000"))));
    ProductTransaction purchase =
        new ProductTransactionsApi(client)
            .createProductTransaction(goods, null, "java-" + UUID.randomUUID(), null, null, null);
    expect("120.50", purchase.getCurrentQuantity());

    Company company =
        new CompaniesApi(client).readCompany(System.getenv("COMPANY"), null, null, null);
    expect(id("COMPANY"), company.getId());

    PaymentTransactionInput payment =
        new PaymentTransactionInput()
            .source(new PartyReference(id("COMPANY")))
            .destination(new PartyReference(id("FARMER")))
            .amount(new BigDecimal("12.50"))
            .premium(new PremiumReference(id("PREMIUM")))
            .method(Method.NONE);
    PaymentTransaction paid =
        new PaymentTransactionsApi(client)
            .createPaymentTransaction(payment, null, null, null, null, null);
    expect(id("PREMIUM"), paid.getPremiumDetails().getId());

    CompanyProductInput handled =
        new CompanyProductInput()
            .company(new CompanyReference(id("COMPANY")))
            .product(new ProductGiven().name("Honey of Java"));
    CompanyProduct made =
        new CompanyProductsApi(client).createCompanyProduct(handled, null, null, null);
    expect("Honey of Java", made.getProduct().getName());
    System.out.println("java: the five operations are done");
  }

  private static UUID id(String name) {
    return UUID.fromString(System.getenv(name));
  }

  private static void expect(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
  }
}
