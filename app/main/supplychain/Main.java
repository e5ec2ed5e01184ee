package supplychain;

import static supplychain.farmer.FarmerResource.FARMERS;
import static supplychain.http.Role.ADMIN;
import static supplychain.http.Role.ANYONE;
import static supplychain.http.Role.MEMBER;
import static supplychain.http.Role.REPORTER;
import static supplychain.transaction.TransactionResources.PAYMENT_TRANSACTIONS;
import static supplychain.transaction.TransactionResources.PRODUCT_TRANSACTIONS;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import java.util.function.Consumer;
import supplychain.command.Commands;
import supplychain.company.Companies;
import supplychain.companyproduct.CompanyProducts;
import supplychain.database.Database;
import supplychain.farmer.Farmers;
import supplychain.http.Authentication;
import supplychain.http.Creation;
import supplychain.http.Health;
import supplychain.http.Idempotency;
import supplychain.http.Limits;
import supplychain.http.ProblemPages;
import supplychain.http.Server;
import supplychain.openapi.Descriptions;
import supplychain.openapi.DocsPages;
import supplychain.resource.Records;
import supplychain.transaction.PaymentTransactions;
import supplychain.transaction.ProductTransactions;
import supplychain.transaction.Reversals;

/** The service at a glance: start, the route table, stop. */
public final class Main {
  private Main() {}

  /** Runs the command that the arguments name. */
  public static void main(String[] args) {
    System.exit(Commands.run(Main::service, System.getenv(), args));
  }

  /** A service on this database, not yet started. */
  public static Javalin service(Database database) {
    return service(database, config -> {});
  }

  /** The same, set up further. */
  public static Javalin service(Database database, Consumer<JavalinConfig> more) {
    return service(database, Limits.ofThisMachine(), more);
  }

  /** The same, with other limits. */
  public static Javalin service(Database database, Limits limits, Consumer<JavalinConfig> more) {
    return Javalin.create(
        config -> {
          Server.configure(config, new Authentication(database), limits);
          more.accept(config);
          routes(config.routes, database);
        });
  }

  private static void routes(RoutesConfig routes, Database database) {
    Health health = new Health(database);
    Records records = new Records(database);
    Creation creation = new Creation(new Idempotency(database));
    Farmers farmers = new Farmers(database);
    Companies companies = new Companies(database);
    CompanyProducts companyProducts = new CompanyProducts(creation);
    ProductTransactions productTransactions = new ProductTransactions(creation);
    PaymentTransactions paymentTransactions = new PaymentTransactions(creation);
    Reversals reversals = new Reversals(creation);

    open(routes, "/", DocsPages::show);
    open(routes, "/docs/", DocsPages::show);
    open(routes, "/docs/{file}", DocsPages::file);
    open(routes, "/problems/{name}", ProblemPages::show);
    open(routes, "/v1/", Descriptions::service);
    open(routes, "/v1/openapi.json", Descriptions::openApi);
    open(routes, "/health/live", health::live);
    open(routes, "/health/ready", health::ready);
    read(routes, "/v1/supply-chains/farmers/", records.list(FARMERS));
    read(routes, "/v1/supply-chains/farmers/{hashid}/", records.one(FARMERS));
    routes.patch("/v1/supply-chains/farmers/{hashid}/", farmers::update, MEMBER);
    read(routes, "/v1/transactions/product-transactions/", records.list(PRODUCT_TRANSACTIONS));
    read(
        routes,
        "/v1/transactions/product-transactions/{hashid}/",
        records.one(PRODUCT_TRANSACTIONS));
    read(routes, "/v1/transactions/payment-transactions/", records.list(PAYMENT_TRANSACTIONS));
    read(
        routes,
        "/v1/transactions/payment-transactions/{hashid}/",
        records.one(PAYMENT_TRANSACTIONS));
    routes.post("/v1/transactions/product-transactions/", productTransactions::create, MEMBER);
    read(routes, "/v1/supply-chains/companies/{hashid}/", companies::read);
    routes.post("/v1/transactions/payment-transactions/", paymentTransactions::create, MEMBER);
    routes.post("/v1/supply-chains/company-products/", companyProducts::create, ADMIN);
    routes.post(
        "/v1/transactions/product-transactions/{hashid}/reversals/", reversals::ofGoods, MEMBER);
    routes.post(
        "/v1/transactions/payment-transactions/{hashid}/reversals/", reversals::ofPayment, MEMBER);
  }

  /**
   * What needs no token; {@link Server} asks for one at every path that it does not know as such.
   */
  private static void open(RoutesConfig routes, String path, Handler handler) {
    routes.get(path, handler, ANYONE);
    routes.head(path, handler, ANYONE);
  }

  /** What is read is open to every role, and to HEAD. */
  private static void read(RoutesConfig routes, String path, Handler handler) {
    routes.get(path, handler, REPORTER);
    routes.head(path, handler, REPORTER);
  }
}
