package supplychain;

import static supplychain.core.Role.ADMIN;
import static supplychain.core.Role.ANYONE;
import static supplychain.core.Role.MEMBER;
import static supplychain.core.Role.OPERATOR;
import static supplychain.core.Role.REPORTER;
import static supplychain.eudr.OriginFileResource.ORIGIN_FILES;
import static supplychain.http.Takes.FEATURES;
import static supplychain.http.Takes.LINES;
import static supplychain.http.Work.LONG;
import static supplychain.records.account.MemberResource.COMPANY_MEMBERS;
import static supplychain.records.account.TokenResource.TOKENS;
import static supplychain.records.account.UserResource.USERS;
import static supplychain.records.card.CardResources.CONNECT_CARDS;
import static supplychain.records.card.CardResources.ENTITY_CARDS;
import static supplychain.records.catalogue.CurrencyResource.CURRENCIES;
import static supplychain.records.catalogue.PremiumResource.PREMIUMS;
import static supplychain.records.catalogue.ProductResource.PRODUCTS;
import static supplychain.records.company.CompanyProductResource.COMPANY_PRODUCTS;
import static supplychain.records.company.CompanyResource.COMPANIES;
import static supplychain.records.company.Sharing.SHARING;
import static supplychain.records.company.VisibilityResource.FIELD_VISIBILITIES;
import static supplychain.records.farmer.FarmerResource.FARMERS;
import static supplychain.records.farmer.PlotResource.PLOTS;
import static supplychain.records.form.FormResource.FORMS;
import static supplychain.records.form.SubmissionResource.SUBMISSIONS;
import static supplychain.records.transaction.TransactionResources.PAYMENT_TRANSACTIONS;
import static supplychain.records.transaction.TransactionResources.PRODUCT_TRANSACTIONS;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.security.RouteRole;
import java.util.function.Consumer;
import supplychain.cli.Commands;
import supplychain.cli.HeapLimit;
import supplychain.database.Database;
import supplychain.eudr.OriginFiles;
import supplychain.history.Changes;
import supplychain.http.Admission;
import supplychain.http.Authentication;
import supplychain.http.Creation;
import supplychain.http.Health;
import supplychain.http.Idempotency;
import supplychain.http.Limits;
import supplychain.http.ProblemPages;
import supplychain.http.Server;
import supplychain.http.Writes;
import supplychain.ingest.BulkKind;
import supplychain.ingest.Bulks;
import supplychain.openapi.Descriptions;
import supplychain.openapi.DocsPages;
import supplychain.records.Amendments;
import supplychain.records.Records;
import supplychain.records.Resource;
import supplychain.records.account.Members;
import supplychain.records.account.NewToken;
import supplychain.records.account.TokenQueries;
import supplychain.records.account.UserResource;
import supplychain.records.account.Users;
import supplychain.records.card.CompanyCards;
import supplychain.records.card.ConnectCards;
import supplychain.records.card.EntityCards;
import supplychain.records.catalogue.CatalogueProducts;
import supplychain.records.catalogue.Premiums;
import supplychain.records.catalogue.Products;
import supplychain.records.company.Companies;
import supplychain.records.company.CompanyProducts;
import supplychain.records.company.FieldVisibilities;
import supplychain.records.company.Sharing;
import supplychain.records.farmer.Farmers;
import supplychain.records.farmer.NewFarmers;
import supplychain.records.farmer.NewPlots;
import supplychain.records.farmer.PlotResource;
import supplychain.records.farmer.Plots;
import supplychain.records.form.FormChanges;
import supplychain.records.form.Forms;
import supplychain.records.form.LoneSubmissions;
import supplychain.records.transaction.PaymentTransactions;
import supplychain.records.transaction.ProductTransactions;
import supplychain.records.transaction.Reversals;
import supplychain.trace.Traces;

/** The service at a glance: start, the route table, stop. */
public final class Main {
  private Main() {}

  /** Runs the command that the arguments name. */
  public static void main(String[] args) {
    HeapLimit.apply();
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
          Authentication authentication = new Authentication(database);
          Admission admission = new Admission(database.connections(), database.connectionWait());
          Server.configure(config, authentication, admission, limits);
          more.accept(config);
          routes(config.routes, database, authentication, admission);
          Changes changes = new Changes(database, authentication, admission);
          Server.whenStopping(config, changes::close);
          read(config.routes, "/v1/changes/", changes::follow, REPORTER);
        });
  }

  private static void routes(
      RoutesConfig routes, Database database, Authentication authentication, Admission admission) {
    Health health = new Health(database);
    open(routes, "/", DocsPages::show);
    open(routes, "/docs/", DocsPages::show);
    open(routes, "/docs/{file}", DocsPages::file);
    open(routes, "/problems/{name}", ProblemPages::show);
    open(routes, "/v1/", Descriptions::service);
    open(routes, "/v1/openapi.json", Descriptions::openApi);
    open(routes, "/health/live", health::live);
    open(routes, "/health/ready", health::ready);
    Ways ways = Ways.of(database, new Records(database, authentication, admission));
    transactions(routes, ways);
    origins(routes, ways, new OriginFiles(database, ways.creation));
    farmersAndCards(routes, ways, new Farmers(ways.writes));
    plots(routes, ways);
    companies(routes, ways);
    catalogue(routes, ways);
    forms(routes, ways);
    accounts(routes, ways);
  }

  /** The ways in which records are read and written, whatever they are. */
  private record Ways(
      Database database,
      Records records,
      Creation creation,
      Bulks bulks,
      Amendments amendments,
      Writes writes) {
    static Ways of(Database database, Records records) {
      Idempotency idempotency = new Idempotency(database);
      Writes writes = new Writes(database);
      return new Ways(
          database,
          records,
          new Creation(idempotency),
          new Bulks(idempotency),
          new Amendments(writes),
          writes);
    }
  }

  private static void transactions(RoutesConfig routes, Ways ways) {
    ProductTransactions goods = new ProductTransactions(ways.creation);
    PaymentTransactions payments = new PaymentTransactions(ways.creation);
    Reversals reversals = new Reversals(ways.creation);
    Traces traces = new Traces(ways.database);
    all(routes, "/v1/transactions/product-transactions/", ways, PRODUCT_TRANSACTIONS);
    routes.post(
        "/v1/transactions/product-transactions/",
        ways.bulks.or(BulkKind.PRODUCT_TRANSACTIONS, goods::create),
        MEMBER,
        LINES);
    routes.post(
        "/v1/transactions/product-transactions/{hashid}/reversals/", reversals::ofGoods, MEMBER);
    read(
        routes,
        "/v1/transactions/product-transactions/{hashid}/trace/",
        traces::read,
        REPORTER,
        LONG);
    all(routes, "/v1/transactions/payment-transactions/", ways, PAYMENT_TRANSACTIONS);
    routes.post(
        "/v1/transactions/payment-transactions/",
        ways.bulks.or(BulkKind.PAYMENT_TRANSACTIONS, payments::create),
        MEMBER,
        LINES);
    routes.post(
        "/v1/transactions/payment-transactions/{hashid}/reversals/", reversals::ofPayment, MEMBER);
  }

  private static void origins(RoutesConfig routes, Ways ways, OriginFiles origins) {
    read(
        routes,
        "/v1/transactions/product-transactions/{hashid}/origins/",
        origins::summary,
        REPORTER,
        LONG);
    read(
        routes,
        "/v1/transactions/product-transactions/{hashid}/origins.geojson",
        origins::file,
        REPORTER,
        LONG);
    read(
        routes,
        "/v1/transactions/product-transactions/{hashid}/origins.svg",
        origins::map,
        REPORTER,
        LONG);
    routes.post(
        "/v1/transactions/product-transactions/{hashid}/origin-files/",
        origins::keep,
        MEMBER,
        LONG);
    all(routes, "/v1/transactions/origin-files/", ways, ORIGIN_FILES);
    read(routes, "/v1/transactions/origin-files/{hashid}/origins.geojson", origins::kept, REPORTER);
  }

  private static void farmersAndCards(RoutesConfig routes, Ways ways, Farmers farmers) {
    Creation creation = ways.creation;
    all(routes, "/v1/supply-chains/farmers/", ways, FARMERS);
    routes.post(
        "/v1/supply-chains/farmers/",
        ways.bulks.or(BulkKind.FARMERS, creation.of(NewFarmers::record, FARMERS.document())),
        MEMBER,
        LINES);
    routes.patch("/v1/supply-chains/farmers/{hashid}/", farmers::update, MEMBER);
    all(routes, "/v1/catalogs/connect-cards/", ways, CONNECT_CARDS);
    routes.post(
        "/v1/catalogs/connect-cards/",
        ways.bulks.or(BulkKind.CARDS, creation.of(CompanyCards::record, CONNECT_CARDS.document())),
        MEMBER,
        LINES);
    routes.patch(
        "/v1/catalogs/connect-cards/{hashid}/",
        ways.amendments.of(CONNECT_CARDS, ConnectCards::amend),
        MEMBER);
    all(routes, "/v1/supply-chains/entity-cards/", ways, ENTITY_CARDS);
    routes.post(
        "/v1/supply-chains/entity-cards/",
        creation.of(EntityCards::record, ENTITY_CARDS.document()),
        MEMBER);
    routes.patch(
        "/v1/supply-chains/entity-cards/{hashid}/",
        ways.amendments.of(ENTITY_CARDS, EntityCards::amend),
        MEMBER);
  }

  private static void plots(RoutesConfig routes, Ways ways) {
    all(routes, "/v1/supply-chains/plots/", ways, PLOTS);
    routes.post(
        "/v1/supply-chains/plots/",
        ways.bulks.or(BulkKind.PLOTS, ways.creation.of(NewPlots::record, PLOTS.document())),
        MEMBER,
        LINES,
        FEATURES);
    routes.patch(
        "/v1/supply-chains/plots/{hashid}/",
        ways.amendments.of(PLOTS, Plots::lockFarmer, Plots::amend),
        MEMBER);
    read(
        routes,
        "/v1/supply-chains/farmers/{hashid}/plots/",
        ways.records.list(PLOTS, FARMERS, Plots::of),
        REPORTER);
    routes.post(
        "/v1/supply-chains/farmers/{hashid}/plots/",
        ways.bulks.or(
            BulkKind::plotsOf, ways.creation.of(PlotResource.PATH, NewPlots::of, PLOTS.document())),
        MEMBER,
        LINES,
        FEATURES);
  }

  private static void companies(RoutesConfig routes, Ways ways) {
    all(routes, "/v1/supply-chains/companies/", ways, COMPANIES);
    routes.post(
        "/v1/supply-chains/companies/",
        ways.creation.of(Companies::record, COMPANIES.document()),
        OPERATOR);
    routes.patch(
        "/v1/supply-chains/companies/{hashid}/",
        ways.amendments.of(COMPANIES, Companies::amend),
        ADMIN);
    read(
        routes,
        "/v1/supply-chains/companies/{hashid}/sharing/",
        ways.records.one(SHARING),
        REPORTER);
    routes.patch(
        "/v1/supply-chains/companies/{hashid}/sharing/",
        ways.amendments.of(SHARING, Sharing::amend),
        ADMIN);
    all(routes, "/v1/supply-chains/company-members/", ways, COMPANY_MEMBERS);
    routes.post(
        "/v1/supply-chains/company-members/",
        ways.creation.ofUser(Members::record, COMPANY_MEMBERS.document()),
        ADMIN);
    routes.patch(
        "/v1/supply-chains/company-members/{hashid}/",
        ways.amendments.of(COMPANY_MEMBERS, Members::amend),
        ADMIN);
    all(routes, "/v1/supply-chains/field-visibilities/", ways, FIELD_VISIBILITIES);
    routes.post(
        "/v1/supply-chains/field-visibilities/",
        ways.creation.of(FieldVisibilities::record, FIELD_VISIBILITIES.document()),
        ADMIN);
    routes.patch(
        "/v1/supply-chains/field-visibilities/{hashid}/",
        ways.amendments.of(FIELD_VISIBILITIES, FieldVisibilities::amend),
        ADMIN);
    CompanyProducts companyProducts = new CompanyProducts(ways.creation);
    all(routes, "/v1/supply-chains/company-products/", ways, COMPANY_PRODUCTS);
    routes.post("/v1/supply-chains/company-products/", companyProducts::create, ADMIN);
    routes.patch(
        "/v1/supply-chains/company-products/{hashid}/",
        ways.amendments.of(COMPANY_PRODUCTS, CompanyProducts::amend),
        ADMIN);
  }

  private static void catalogue(RoutesConfig routes, Ways ways) {
    Creation creation = ways.creation;
    Amendments amendments = ways.amendments;
    all(routes, "/v1/catalogs/currencies/", ways, CURRENCIES);
    all(routes, "/v1/catalogs/products/", ways, PRODUCTS);
    routes.post(
        "/v1/catalogs/products/", creation.of(Products::record, PRODUCTS.document()), ADMIN);
    routes.patch(
        "/v1/catalogs/products/{hashid}/",
        amendments.of(PRODUCTS, CatalogueProducts::amend),
        OPERATOR);
    all(routes, "/v1/catalogs/premiums/", ways, PREMIUMS);
    routes.post(
        "/v1/catalogs/premiums/", creation.of(Premiums::record, PREMIUMS.document()), ADMIN);
    routes.patch(
        "/v1/catalogs/premiums/{hashid}/", amendments.of(PREMIUMS, Premiums::amend), ADMIN);
  }

  private static void forms(RoutesConfig routes, Ways ways) {
    all(routes, "/v1/forms/forms/", ways, FORMS);
    routes.post("/v1/forms/forms/", ways.creation.of(Forms::record, FORMS.document()), ADMIN);
    routes.patch("/v1/forms/forms/{hashid}/", ways.amendments.of(FORMS, FormChanges::amend), ADMIN);
    all(routes, "/v1/forms/submissions/", ways, SUBMISSIONS);
    routes.post(
        "/v1/forms/submissions/",
        ways.creation.of(LoneSubmissions::record, SUBMISSIONS.document()),
        MEMBER);
    routes.patch(
        "/v1/forms/submissions/{hashid}/",
        ways.amendments.of(SUBMISSIONS, LoneSubmissions::lockFarmer, LoneSubmissions::amend),
        MEMBER);
  }

  private static void accounts(RoutesConfig routes, Ways ways) {
    read(routes, "/v1/accounts/users/", UserResource.ownOrAll(ways.records::list), REPORTER);
    read(
        routes, "/v1/accounts/users/{hashid}/", UserResource.ownOrAll(ways.records::one), REPORTER);
    routes.post("/v1/accounts/users/", ways.creation.of(Users::record, USERS.document()), OPERATOR);
    routes.patch("/v1/accounts/users/{hashid}/", ways.amendments.of(USERS, Users::amend), OPERATOR);
    read(routes, "/v1/auth/tokens/", ways.records.list(TOKENS), ADMIN);
    read(routes, "/v1/auth/tokens/{hashid}/", ways.records.one(TOKENS), ADMIN);
    routes.post(
        "/v1/auth/tokens/", ways.creation.ofSecret(NewToken::record, TOKENS.document()), ADMIN);
    routes.delete(
        "/v1/auth/tokens/{hashid}/",
        ways.amendments.end(
            TOKENS, (sql, caller, id) -> TokenQueries.revoke(sql, caller.user(), id)),
        ADMIN);
  }

  /**
   * What needs no token; {@link Server} asks for one at every path that it does not know as such.
   */
  private static void open(RoutesConfig routes, String path, Handler handler) {
    routes.get(path, handler, ANYONE);
    routes.head(path, handler, ANYONE);
  }

  /** A list, and each record of it by its id, which every role may read. */
  private static void all(RoutesConfig routes, String path, Ways ways, Resource resource) {
    read(routes, path, ways.records.list(resource), REPORTER);
    read(routes, path + "{hashid}/", ways.records.one(resource), REPORTER);
  }

  /** What is read, with HEAD too. */
  private static void read(RoutesConfig routes, String path, Handler handler, RouteRole... roles) {
    routes.get(path, handler, roles);
    routes.head(path, handler, roles);
  }
}
