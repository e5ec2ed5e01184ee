package supplychain;

import static supplychain.card.CardResources.CONNECT_CARD;
import static supplychain.card.CardResources.CONNECT_CARDS;
import static supplychain.card.CardResources.ENTITY_CARDS;
import static supplychain.card.CardResources.ENTITY_CARD_DOCUMENT;
import static supplychain.company.CompanyResource.COMPANIES;
import static supplychain.company.MemberResource.COMPANY_MEMBERS;
import static supplychain.companyproduct.CompanyProductResource.COMPANY_PRODUCTS;
import static supplychain.farmer.FarmerResource.FARMERS;
import static supplychain.farmer.FarmerResource.FARMER_DOCUMENT;
import static supplychain.form.FormResource.FORMS;
import static supplychain.form.SubmissionResource.SUBMISSIONS;
import static supplychain.http.Role.ADMIN;
import static supplychain.http.Role.ANYONE;
import static supplychain.http.Role.MEMBER;
import static supplychain.http.Role.OPERATOR;
import static supplychain.http.Role.REPORTER;
import static supplychain.http.Takes.LINES;
import static supplychain.part.CurrencyResource.CURRENCIES;
import static supplychain.premium.PremiumResource.PREMIUMS;
import static supplychain.premium.PremiumResource.PREMIUM_DOCUMENT;
import static supplychain.product.ProductResource.PRODUCTS;
import static supplychain.product.ProductResource.PRODUCT_DOCUMENT;
import static supplychain.token.TokenResource.TOKENS;
import static supplychain.transaction.TransactionResources.PAYMENT_TRANSACTIONS;
import static supplychain.transaction.TransactionResources.PRODUCT_TRANSACTIONS;
import static supplychain.user.UserResource.USERS;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import java.util.function.Consumer;
import supplychain.bulk.BulkKind;
import supplychain.bulk.Bulks;
import supplychain.card.ConnectCards;
import supplychain.card.EntityCards;
import supplychain.command.Commands;
import supplychain.company.Companies;
import supplychain.company.Members;
import supplychain.companyproduct.CompanyProducts;
import supplychain.database.Database;
import supplychain.farmer.Farmers;
import supplychain.farmer.NewFarmers;
import supplychain.form.FormChanges;
import supplychain.form.Forms;
import supplychain.form.LoneSubmissions;
import supplychain.http.Authentication;
import supplychain.http.Creation;
import supplychain.http.Health;
import supplychain.http.Idempotency;
import supplychain.http.Limits;
import supplychain.http.ProblemPages;
import supplychain.http.Role;
import supplychain.http.Server;
import supplychain.http.Writes;
import supplychain.openapi.Descriptions;
import supplychain.openapi.DocsPages;
import supplychain.part.CompanyCards;
import supplychain.part.Products;
import supplychain.premium.Premiums;
import supplychain.product.CatalogueProducts;
import supplychain.resource.Amendments;
import supplychain.resource.Records;
import supplychain.token.NewToken;
import supplychain.token.TokenQueries;
import supplychain.transaction.PaymentTransactions;
import supplychain.transaction.ProductTransactions;
import supplychain.transaction.Reversals;
import supplychain.user.Users;

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
    Idempotency idempotency = new Idempotency(database);
    Writes writes = new Writes(database);
    Creation creation = new Creation(idempotency);
    Bulks bulks = new Bulks(idempotency);
    Amendments amendments = new Amendments(writes);
    Farmers farmers = new Farmers(writes);
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
    routes.post(
        "/v1/supply-chains/farmers/",
        bulks.or(BulkKind.FARMERS, creation.of(NewFarmers::record, FARMER_DOCUMENT)),
        MEMBER,
        LINES);
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
    routes.post(
        "/v1/transactions/product-transactions/",
        bulks.or(BulkKind.PRODUCT_TRANSACTIONS, productTransactions::create),
        MEMBER,
        LINES);
    read(routes, "/v1/supply-chains/companies/{hashid}/", companies::read);
    routes.post(
        "/v1/transactions/payment-transactions/",
        bulks.or(BulkKind.PAYMENT_TRANSACTIONS, paymentTransactions::create),
        MEMBER,
        LINES);
    read(routes, "/v1/supply-chains/company-products/", records.list(COMPANY_PRODUCTS));
    routes.post("/v1/supply-chains/company-products/", companyProducts::create, ADMIN);
    read(routes, "/v1/supply-chains/company-products/{hashid}/", records.one(COMPANY_PRODUCTS));
    routes.patch(
        "/v1/supply-chains/company-products/{hashid}/",
        amendments.of(COMPANY_PRODUCTS, CompanyProducts::amend),
        ADMIN);
    read(routes, "/v1/supply-chains/entity-cards/", records.list(ENTITY_CARDS));
    routes.post(
        "/v1/supply-chains/entity-cards/",
        creation.of(EntityCards::record, ENTITY_CARD_DOCUMENT),
        MEMBER);
    read(routes, "/v1/supply-chains/entity-cards/{hashid}/", records.one(ENTITY_CARDS));
    routes.patch(
        "/v1/supply-chains/entity-cards/{hashid}/",
        amendments.of(ENTITY_CARDS, EntityCards::amend),
        MEMBER);
    read(routes, "/v1/catalogs/connect-cards/", records.list(CONNECT_CARDS));
    routes.post(
        "/v1/catalogs/connect-cards/", creation.of(CompanyCards::record, CONNECT_CARD), MEMBER);
    read(routes, "/v1/catalogs/connect-cards/{hashid}/", records.one(CONNECT_CARDS));
    routes.patch(
        "/v1/catalogs/connect-cards/{hashid}/",
        amendments.of(CONNECT_CARDS, ConnectCards::amend),
        MEMBER);
    read(routes, "/v1/catalogs/products/", records.list(PRODUCTS));
    routes.post("/v1/catalogs/products/", creation.of(Products::record, PRODUCT_DOCUMENT), ADMIN);
    read(routes, "/v1/catalogs/products/{hashid}/", records.one(PRODUCTS));
    routes.patch(
        "/v1/catalogs/products/{hashid}/",
        amendments.of(PRODUCTS, CatalogueProducts::amend),
        OPERATOR);
    read(routes, "/v1/catalogs/premiums/", records.list(PREMIUMS));
    routes.post("/v1/catalogs/premiums/", creation.of(Premiums::record, PREMIUM_DOCUMENT), ADMIN);
    read(routes, "/v1/catalogs/premiums/{hashid}/", records.one(PREMIUMS));
    routes.patch(
        "/v1/catalogs/premiums/{hashid}/", amendments.of(PREMIUMS, Premiums::amend), ADMIN);
    routes.post(
        "/v1/transactions/product-transactions/{hashid}/reversals/", reversals::ofGoods, MEMBER);
    routes.post(
        "/v1/transactions/payment-transactions/{hashid}/reversals/", reversals::ofPayment, MEMBER);
    masters(routes, records, amendments, creation);
  }

  /** The records that the others are made of. */
  private static void masters(
      RoutesConfig routes, Records records, Amendments amendments, Creation creation) {
    read(routes, "/v1/supply-chains/companies/", records.list(COMPANIES));
    routes.post(
        "/v1/supply-chains/companies/",
        creation.of(Companies::record, COMPANIES.document()),
        OPERATOR);
    routes.patch(
        "/v1/supply-chains/companies/{hashid}/", amendments.of(COMPANIES, Companies::amend), ADMIN);
    read(routes, "/v1/supply-chains/company-members/", records.list(COMPANY_MEMBERS));
    read(routes, "/v1/supply-chains/company-members/{hashid}/", records.one(COMPANY_MEMBERS));
    routes.post(
        "/v1/supply-chains/company-members/",
        creation.of(Members::record, COMPANY_MEMBERS.document()),
        ADMIN);
    routes.patch(
        "/v1/supply-chains/company-members/{hashid}/",
        amendments.of(COMPANY_MEMBERS, Members::amend),
        ADMIN);
    read(routes, "/v1/accounts/users/", records.list(USERS));
    read(routes, "/v1/accounts/users/{hashid}/", records.one(USERS));
    routes.post("/v1/accounts/users/", creation.of(Users::record, USERS.document()), OPERATOR);
    routes.patch("/v1/accounts/users/{hashid}/", amendments.of(USERS, Users::amend), OPERATOR);
    read(routes, "/v1/auth/tokens/", records.list(TOKENS), ADMIN);
    read(routes, "/v1/auth/tokens/{hashid}/", records.one(TOKENS), ADMIN);
    routes.post("/v1/auth/tokens/", creation.ofSecret(NewToken::record, TOKENS.document()), ADMIN);
    routes.delete(
        "/v1/auth/tokens/{hashid}/",
        amendments.end(TOKENS, (sql, caller, id) -> TokenQueries.revoke(sql, caller.user(), id)),
        ADMIN);
    read(routes, "/v1/forms/forms/", records.list(FORMS));
    read(routes, "/v1/forms/forms/{hashid}/", records.one(FORMS));
    routes.post("/v1/forms/forms/", creation.of(Forms::record, FORMS.document()), ADMIN);
    routes.patch("/v1/forms/forms/{hashid}/", amendments.of(FORMS, FormChanges::amend), ADMIN);
    read(routes, "/v1/forms/submissions/", records.list(SUBMISSIONS));
    read(routes, "/v1/forms/submissions/{hashid}/", records.one(SUBMISSIONS));
    routes.post(
        "/v1/forms/submissions/",
        creation.of(LoneSubmissions::record, SUBMISSIONS.document()),
        MEMBER);
    routes.patch(
        "/v1/forms/submissions/{hashid}/",
        amendments.of(SUBMISSIONS, LoneSubmissions::lockFarmer, LoneSubmissions::amend),
        MEMBER);
    read(routes, "/v1/catalogs/currencies/", records.list(CURRENCIES));
    read(routes, "/v1/catalogs/currencies/{hashid}/", records.one(CURRENCIES));
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
    read(routes, path, handler, REPORTER);
  }

  /** What is not for every role to read. */
  private static void read(RoutesConfig routes, String path, Handler handler, Role role) {
    routes.get(path, handler, role);
    routes.head(path, handler, role);
  }
}
