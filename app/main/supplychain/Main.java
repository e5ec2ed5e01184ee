package supplychain;

import static supplychain.core.Role.*;
import static supplychain.http.Work.*;
import static supplychain.records.account.MemberResource.COMPANY_MEMBERS;
import static supplychain.records.account.TokenResource.TOKENS;
import static supplychain.records.account.UserResource.USERS;
import static supplychain.records.card.CardResource.CONNECT_CARDS;
import static supplychain.records.card.EntityCardResource.ENTITY_CARDS;
import static supplychain.records.catalogue.CurrencyResource.CURRENCIES;
import static supplychain.records.catalogue.PremiumResource.PREMIUMS;
import static supplychain.records.catalogue.ProductResource.PRODUCTS;
import static supplychain.records.company.CompanyProductResource.COMPANY_PRODUCTS;
import static supplychain.records.company.CompanyResource.COMPANIES;
import static supplychain.records.company.CompanyResource.SHARING;
import static supplychain.records.company.FieldVisibilityResource.FIELD_VISIBILITIES;
import static supplychain.records.farmer.EstimateResource.ESTIMATES;
import static supplychain.records.farmer.FarmerResource.FARMERS;
import static supplychain.records.farmer.PlotResource.PLOTS;
import static supplychain.records.form.FormResource.FORMS;
import static supplychain.records.form.SubmissionResource.SUBMISSIONS;
import static supplychain.records.transaction.OriginFileResource.ORIGIN_FILES;
import static supplychain.records.transaction.PaymentTransactionResource.PAYMENT_TRANSACTIONS;
import static supplychain.records.transaction.ProductTransactionResource.PRODUCT_TRANSACTIONS;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.security.RouteRole;
import java.util.function.Consumer;
import supplychain.cli.Commands;
import supplychain.cli.JavaOptions;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.docs.Descriptions;
import supplychain.docs.Manual;
import supplychain.eudr.OriginFiles;
import supplychain.history.Changes;
import supplychain.history.Erasures;
import supplychain.http.Admission;
import supplychain.http.Authentication;
import supplychain.http.Health;
import supplychain.http.Idempotency;
import supplychain.http.Limits;
import supplychain.http.LinesType;
import supplychain.http.Metrics;
import supplychain.http.Monitoring;
import supplychain.http.PathId;
import supplychain.http.Server;
import supplychain.ingest.Bulks;
import supplychain.ingest.IngestKind;
import supplychain.records.AccountWrites;
import supplychain.records.Reads;
import supplychain.records.RecordKind;
import supplychain.records.Writes;
import supplychain.records.account.TokenResource;
import supplychain.records.account.TokenRotation;
import supplychain.records.account.UserResource;
import supplychain.records.farmer.PlotResource;
import supplychain.records.farmer.Replacements;
import supplychain.records.transaction.Reversals;
import supplychain.reports.Papers;
import supplychain.reports.ReportAnswers;
import supplychain.reports.Reports;
import supplychain.trace.Traces;

/** The service at a glance: start, the route table, stop. */
public final class Main {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";
  private static final String FARMER = "/v1/supply-chains/farmers/{hashid}/";

  private final RoutesConfig routes;
  private final Database database;
  private final Reads reads;
  private final Writes writes;
  private final Bulks bulks;

  private Main(
      RoutesConfig routes, Database database, Reads reads, Admission admission, Limits limits) {
    Idempotency idempotency = new Idempotency(database, limits.answers);
    this.routes = routes;
    this.database = database;
    this.reads = reads;
    this.writes = new Writes(database, idempotency, admission, limits.groups);
    this.bulks = new Bulks(idempotency);
  }

  /** Runs the command that the arguments name. */
  public static void main(String[] args) {
    if (Commands.isService(args)) {
      JavaOptions.apply();
    }
    System.exit(Commands.run(Main::service, System.getenv(), args));
  }

  /** A service on this database with these limits, set up further, not yet started. */
  public static Javalin service(Database database, Limits limits, Consumer<JavalinConfig> more) {
    return Javalin.create(
        config -> {
          Metrics metrics = new Metrics();
          Authentication authentication = new Authentication(database, limits, metrics);
          Admission admission =
              new Admission(database.connections(), database.connectionWait(), limits.bodyTime);
          Server.configure(config, authentication, admission, limits, metrics);
          more.accept(config);
          Changes changes = new Changes(database, authentication, admission);
          // Before the service waits for the requests in progress.
          config.events.serverStopping(changes::close);
          config.events.serverStopped(
              () -> {
                authentication.close();
                metrics.close();
              });
          Reads reads = new Reads(database, authentication, admission, limits.copies);
          Monitoring.show(database, metrics);
          new Main(config.routes, database, reads, admission, limits)
              .addRoutes(changes, limits, metrics);
        });
  }

  private void addRoutes(Changes changes, Limits limits, Metrics metrics) {
    Health health = new Health(database);
    read("/", Manual::index, ANYONE);
    read("/docs/", Manual::index, ANYONE);
    read("/docs/api/", Manual::api, ANYONE);
    read("/docs/{file}", Manual::file, ANYONE);
    read("/problems/{name}", Descriptions::problem, ANYONE);
    read("/v1/", Descriptions.service(limits), ANYONE);
    read("/v1/openapi.json", Descriptions::openApi, ANYONE);
    read("/health/live", health::live, ANYONE);
    read("/health/ready", health::ready, ANYONE);
    read("/metrics", metrics::read, MONITOR);
    read("/v1/changes/", changes::follow, REPORTER);
    Papers papers = new Papers(database);
    read(GOODS + "{hashid}/receipt/", papers::receipt, REPORTER);
    read(FARMER + "statement/", papers::statement, REPORTER, LONG);
    ReportAnswers reports = new ReportAnswers(database);
    Reports.ALL.forEach(
        one ->
            read("/v1/reports/" + one.name() + "/", ctx -> reports.read(ctx, one), REPORTER, LONG));
    addTransactions();
    addOrigins();
    addFarmersAndCards();
    addCompanies();
    addCatalogueAndForms();
    addAccounts();
  }

  private void addTransactions() {
    addBulkRecords(GOODS, IngestKind.TRANSACTIONS, PRODUCT_TRANSACTIONS, MEMBER, LINES);
    routes.post(
        GOODS + "{hashid}/reversals/",
        writes.createAbout(PRODUCT_TRANSACTIONS, Reversals::ofGoods, Reversals.OF_GOODS),
        MEMBER);
    read(
        GOODS + "{hashid}/reversals/",
        reads.about(PRODUCT_TRANSACTIONS, Reversals.LIST_OF_GOODS::of),
        REPORTER);
    read(GOODS + "{hashid}/warnings/", reads.warnings(PRODUCT_TRANSACTIONS), REPORTER);
    read(GOODS + "{hashid}/trace/", new Traces(database)::read, REPORTER, LONG);
    addBulkRecords(PAYMENTS, IngestKind.PAYMENTS, PAYMENT_TRANSACTIONS, MEMBER, LINES);
    read(
        PAYMENTS + "{hashid}/reversals/",
        reads.about(PAYMENT_TRANSACTIONS, Reversals.LIST_OF_PAYMENT::of),
        REPORTER);
    read(PAYMENTS + "{hashid}/warnings/", reads.warnings(PAYMENT_TRANSACTIONS), REPORTER);
    routes.post(
        PAYMENTS + "{hashid}/reversals/",
        writes.createAbout(PAYMENT_TRANSACTIONS, Reversals::ofPayment, Reversals.OF_PAYMENT),
        MEMBER);
  }

  private void addOrigins() {
    OriginFiles origins = new OriginFiles(database);
    read(GOODS + "{hashid}/origins/", origins::summary, REPORTER, LONG);
    read(GOODS + "{hashid}/origins.geojson", origins::file, REPORTER, LONG);
    read(GOODS + "{hashid}/origins.svg", origins::map, REPORTER, LONG);
    routes.post(GOODS + "{hashid}/origin-files/", origins.keep(writes), MEMBER, LONG);
    readAll("/v1/transactions/origin-files/", ORIGIN_FILES);
    read("/v1/transactions/origin-files/{hashid}/origins.geojson", origins::kept, REPORTER);
  }

  private void addFarmersAndCards() {
    addBulkRecords("/v1/supply-chains/farmers/", IngestKind.FARMERS, FARMERS, MEMBER, LINES);
    amend(FARMER, FARMERS, MEMBER);
    read(FARMER + "warnings/", reads.warnings(FARMERS), REPORTER);
    read(FARMER + "personal-data/", reads.about(FARMERS, Erasures::personalData), ADMIN, LONG);
    routes.post(
        FARMER + "erasure/",
        writes.createAbout(FARMERS, Erasures::create, Erasures.DOCUMENT),
        ADMIN,
        LONG);
    routes.post(
        FARMER + "replacement/",
        writes.createAbout(FARMERS, Replacements::record, Replacements.DOCUMENT),
        ADMIN);
    addBulkRecords("/v1/catalogs/connect-cards/", IngestKind.CARDS, CONNECT_CARDS, MEMBER, LINES);
    amend("/v1/catalogs/connect-cards/{hashid}/", CONNECT_CARDS, MEMBER);
    addRecords("/v1/supply-chains/entity-cards/", ENTITY_CARDS, MEMBER, MEMBER);
    addBulkRecords("/v1/supply-chains/plots/", IngestKind.PLOTS, PLOTS, MEMBER, LINES, FEATURES);
    amend("/v1/supply-chains/plots/{hashid}/", PLOTS, MEMBER);
    read("/v1/supply-chains/plots/{hashid}/warnings/", reads.warnings(PLOTS), REPORTER);
    addBulkRecords("/v1/supply-chains/estimates/", IngestKind.ESTIMATES, ESTIMATES, MEMBER, LINES);
    amend("/v1/supply-chains/estimates/{hashid}/", ESTIMATES, MEMBER);
    read(FARMER + "plots/", reads.list(PLOTS, FARMERS, PlotResource::of), REPORTER);
    routes.post(
        FARMER + "plots/",
        LinesType.choose(
            writes.createPart(PLOTS, PlotResource::recordOf),
            bulks.record(ctx -> IngestKind.plotsOf(PathId.of(ctx)))),
        MEMBER,
        LINES,
        FEATURES);
  }

  private void addCompanies() {
    addRecords("/v1/supply-chains/companies/", COMPANIES, OPERATOR, ADMIN);
    read("/v1/supply-chains/companies/{hashid}/sharing/", reads.one(SHARING), REPORTER, ONE_RECORD);
    amend("/v1/supply-chains/companies/{hashid}/sharing/", SHARING, ADMIN);
    readAll("/v1/supply-chains/company-members/", COMPANY_MEMBERS);
    routes.post(
        "/v1/supply-chains/company-members/",
        AccountWrites.createForUser(writes, COMPANY_MEMBERS),
        ADMIN);
    amend("/v1/supply-chains/company-members/{hashid}/", COMPANY_MEMBERS, ADMIN);
    addRecords("/v1/supply-chains/field-visibilities/", FIELD_VISIBILITIES, ADMIN, ADMIN);
    addRecords("/v1/supply-chains/company-products/", COMPANY_PRODUCTS, ADMIN, ADMIN);
  }

  private void addCatalogueAndForms() {
    readAll("/v1/catalogs/currencies/", CURRENCIES);
    addRecords("/v1/catalogs/products/", PRODUCTS, ADMIN, OPERATOR);
    addRecords("/v1/catalogs/premiums/", PREMIUMS, ADMIN, ADMIN);
    addRecords("/v1/forms/forms/", FORMS, ADMIN, ADMIN);
    addRecords("/v1/forms/submissions/", SUBMISSIONS, MEMBER, MEMBER);
  }

  private void addAccounts() {
    read("/v1/me/", TokenResource.own(database), REPORTER);
    read("/v1/accounts/users/", UserResource.ownOrAll(reads::list), REPORTER);
    read("/v1/accounts/users/{hashid}/", UserResource.ownOrAll(reads::one), REPORTER, ONE_RECORD);
    routes.post("/v1/accounts/users/", writes.create(USERS), OPERATOR);
    amend("/v1/accounts/users/{hashid}/", USERS, OPERATOR);
    read("/v1/auth/tokens/", reads.list(TOKENS), ADMIN);
    read("/v1/auth/tokens/{hashid}/", reads.one(TOKENS), ADMIN, ONE_RECORD);
    routes.post(
        "/v1/auth/tokens/",
        AccountWrites.createSecret(writes, TOKENS, TokenResource::record),
        ADMIN);
    routes.post(
        "/v1/auth/tokens/{hashid}/rotation/",
        ctx ->
            AccountWrites.createSecret(writes, TOKENS, TokenRotation.of(PathId.of(ctx)))
                .handle(ctx),
        ADMIN);
    routes.delete("/v1/auth/tokens/{hashid}/", writes.end(TOKENS, TokenResource::end), ADMIN);
  }

  /** A list, and each of its records by id, for every role. */
  private void readAll(String path, RecordKind kind) {
    read(path, reads.list(kind), REPORTER);
    read(path + "{hashid}/", reads.one(kind), REPORTER, ONE_RECORD);
  }

  /** A list and its records, with the roles that create a record and that change one. */
  private void addRecords(String path, RecordKind kind, Role creator, Role changer) {
    readAll(path, kind);
    routes.post(path, writes.create(kind), creator);
    amend(path + "{hashid}/", kind, changer);
  }

  /** A list and its records, of which one body can create many. Routes for changes are extra. */
  private void addBulkRecords(String path, IngestKind many, RecordKind one, RouteRole... roles) {
    readAll(path, one);
    routes.post(path, LinesType.choose(writes.create(one), bulks.record(ctx -> many)), roles);
  }

  private void amend(String path, RecordKind kind, Role role) {
    routes.patch(path, writes.amend(kind), role);
  }

  private void read(String path, Handler handler, RouteRole... roles) {
    routes.get(path, handler, roles);
    routes.head(path, handler, roles);
  }
}
