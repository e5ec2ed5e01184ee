package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import io.javalin.security.Roles;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import supplychain.Installation;
import supplychain.Main;
import supplychain.http.AcceptedBodies;
import supplychain.openapi.OpenApi;
import supplychain.validation.Formats;

/**
 * Every route, with a request that is right and names everything it can name. A new route is one
 * more here, and its rows in {@link IsolationMatrix}; all attacks then take it along.
 */
enum Operation {
  ENTER("GET /"),
  DOCS("GET /docs/"),
  DOCS_FILE("GET /docs/{file}"),
  PROBLEM("GET /problems/{name}"),
  SERVICE("GET /v1/"),
  OPEN_API("GET /v1/openapi.json"),
  LIVE("GET /health/live"),
  READY("GET /health/ready"),
  FOLLOW_CHANGES("GET /v1/changes/"),
  READ_COMPANY("GET /v1/supply-chains/companies/{hashid}/", "company"),
  LIST_FARMERS("GET /v1/supply-chains/farmers/"),
  READ_FARMER("GET /v1/supply-chains/farmers/{hashid}/", "farmer"),
  UPDATE_FARMER(
      "PATCH /v1/supply-chains/farmers/{hashid}/",
      "farmer",
      """
      {'first_name':'Grace','last_name':'Apio','phone':'+256 772 000111','email':'g@example.org',
       'description':'','house_name':'','street':'','city':'Mbale','sub_province':'',
       'province':'','zipcode':'','country':'Uganda','identification_no':'','reference_number':'',
       'gender':'F','latitude':1.0,'longitude':34.2,'date_of_birth':'1980-02-29',
       'consent_status':'GRANTED','buyer':'<company>',
       'entity_card':{'card':{'id':'<card>','display_id':'7'}},
       'submission':{'form':'<farmer form>','product':'<product>',
         'values':[{'field':'<farmer field>','value':'Bugisu local'}]}}"""),
  CREATE_FARMER(
      "POST /v1/supply-chains/farmers/",
      "",
      """
      {'first_name':'Grace','last_name':'Apio','phone':'+256 772 000111','email':'g@example.org',
       'country':'Uganda','latitude':1.0,'longitude':34.2,'date_of_birth':'1980-02-29',
       'consent_status':'GRANTED','buyer':'<company>',
       'entity_card':{'card':{'id':'<spare card>','display_id':'7'}},
       'submission':{'form':'<farmer form>','product':'<product>',
         'values':[{'field':'<farmer field>','value':'Bugisu local'}]}}"""),
  LIST_PLOTS("GET /v1/supply-chains/plots/"),
  READ_PLOT("GET /v1/supply-chains/plots/{hashid}/", "plot"),
  CREATE_PLOT(
      "POST /v1/supply-chains/plots/",
      "",
      """
      {'farmer':'<farmer>','name':'Upper field','area':'0.75','production_place':'Bulambuli',
       'is_active':true,'geometry':{'type':'Polygon','bbox':[34.3,1.2,34.4,1.3],'coordinates':
         [[[34.361234,1.251234],[34.362234,1.251234,1432.5],[34.3622341,1.2522342],
           [34.361234,1.251234]]]}}"""),
  UPDATE_PLOT(
      "PATCH /v1/supply-chains/plots/{hashid}/",
      "plot",
      """
      {'farmer':'<farmer>','name':'Lower field','area':'1.5','production_place':'Mbale',
       'is_active':true,'latitude':1.251234,'longitude':34.361234}"""),
  LIST_PLOTS_OF_FARMER("GET /v1/supply-chains/farmers/{hashid}/plots/", "farmer"),
  CREATE_PLOT_OF_FARMER(
      "POST /v1/supply-chains/farmers/{hashid}/plots/",
      "farmer",
      """
      {'type':'Feature','id':7,'geometry':{'type':'Point','coordinates':[34.361234,1.251234]},
       'properties':{'name':'Upper field','Area':0.75,'ProductionPlace':'Bulambuli'}}"""),
  LIST_ENTITY_CARDS("GET /v1/supply-chains/entity-cards/"),
  READ_ENTITY_CARD("GET /v1/supply-chains/entity-cards/{hashid}/", "entity card"),
  CREATE_ENTITY_CARD(
      "POST /v1/supply-chains/entity-cards/",
      "",
      "{'card':{'id':'<card>','display_id':'7'},'entity':'<farmer>'}"),
  UPDATE_ENTITY_CARD(
      "PATCH /v1/supply-chains/entity-cards/{hashid}/",
      "entity card",
      "{'card':{'id':'<card>'},'entity':'<farmer>','is_active':true}"),
  LIST_CONNECT_CARDS("GET /v1/catalogs/connect-cards/"),
  READ_CONNECT_CARD("GET /v1/catalogs/connect-cards/{hashid}/", "card"),
  CREATE_CONNECT_CARD(
      "POST /v1/catalogs/connect-cards/",
      "",
      "{'company':'<company>','card_id':'<unique>','display_id':'7'}"),
  UPDATE_CONNECT_CARD(
      "PATCH /v1/catalogs/connect-cards/{hashid}/",
      "card",
      "{'company':'<company>','display_id':'<unique>'}"),
  LIST_PRODUCTS("GET /v1/catalogs/products/"),
  READ_PRODUCT("GET /v1/catalogs/products/{hashid}/", "product"),
  CREATE_PRODUCT(
      "POST /v1/catalogs/products/",
      "",
      "{'name':'Honey <unique>','description':'of the forest','is_active':'true'}"),
  UPDATE_PRODUCT(
      "PATCH /v1/catalogs/products/{hashid}/",
      "product",
      "{'description':'ripe <unique>','is_active':'true'}"),
  LIST_PREMIUMS("GET /v1/catalogs/premiums/"),
  READ_PREMIUM("GET /v1/catalogs/premiums/{hashid}/", "premium"),
  CREATE_PREMIUM(
      "POST /v1/catalogs/premiums/",
      "",
      """
      {'owner':'<company>','name':'Organic','category':'PAYOUT','type':'PER_KG','amount':2.50,
       'included':false,'dependant_on_card':true,'applicable_activity':'BUY',
       'calculation_type':'RANGE','is_active':true,
       'options':[{'name':'Gold','amount':12.50,'is_active':true}],
       'ranges':[{'min_quantity':'0','max_quantity':'99.5','amount':1.50,'is_active':true}]}"""),
  UPDATE_PREMIUM(
      "PATCH /v1/catalogs/premiums/{hashid}/",
      "premium",
      """
      {'owner':'<company>','name':'Organic','amount':2.50,
       'options':[{'id':'<option>','amount':13}]}"""),
  LIST_COMPANY_PRODUCTS("GET /v1/supply-chains/company-products/"),
  READ_COMPANY_PRODUCT("GET /v1/supply-chains/company-products/{hashid}/", "company product"),
  UPDATE_COMPANY_PRODUCT(
      "PATCH /v1/supply-chains/company-products/{hashid}/",
      "company product",
      """
      {'company':'<company>','product_id':'<product>','is_active':true,'forms':['<form>'],
       'premiums':['<premium>']}"""),
  LIST_PRODUCT_TRANSACTIONS("GET /v1/transactions/product-transactions/"),
  READ_PRODUCT_TRANSACTION("GET /v1/transactions/product-transactions/{hashid}/", "lot"),
  TRACE_PRODUCT_TRANSACTION("GET /v1/transactions/product-transactions/{hashid}/trace/", "lot"),
  LIST_PAYMENTS("GET /v1/transactions/payment-transactions/"),
  READ_PAYMENT("GET /v1/transactions/payment-transactions/{hashid}/", "payment"),
  CREATE_PRODUCT_TRANSACTION(
      "POST /v1/transactions/product-transactions/",
      "",
      """
      {'source':'<company>','destination':'<farmer>','product':'<product>','quantity':'0.5',
       'amount':'12.50','currency':'<currency>','date':'2026-11-21T08:00:00+07:00',
       'invoice_number':'INV 7','verification_latitude':-1.25,'verification_longitude':30.5,
       'method':'CARD','quality_correction':97.5,'card':'<card>','parents':['<lot>'],
       'submissions':[{'form':'<form>','product':'<product>',
         'values':[{'field':'<field>','value':'A'}]}],
       'transaction_payments':[{'amount':12.50,'premium':'<premium>','selected_option':'<option>',
         'submissions':['<submission>'],'payment_type':'TRANSACTION_PREMIUM',
         'source':'<company>','destination':'<farmer>','currency':'<currency>',
         'date':'2026-11-22T00:00:00Z','invoice_number':'P 7','verification_latitude':0.5,
         'verification_longitude':-30,'method':'NONE','card':'<card>'}]}"""),
  CREATE_PAYMENT(
      "POST /v1/transactions/payment-transactions/",
      "",
      """
      {'source':'<company>','destination':'<farmer>','transaction':'<lot>','premium':'<premium>',
       'selected_option':'<option>','submissions':['<submission>'],'card':'<card>',
       'currency':'<currency>','amount':12.50,'payment_type':'TRANSACTION_PREMIUM',
       'date':'2026-11-22T00:00:00Z','invoice_number':'P 7','verification_latitude':0.5,
       'verification_longitude':-30,'method':'CARD'}"""),
  REVERSE_PRODUCT_TRANSACTION(
      "POST /v1/transactions/product-transactions/{hashid}/reversals/",
      "lot",
      "{'reason':'A mistake'}"),
  REVERSE_PAYMENT(
      "POST /v1/transactions/payment-transactions/{hashid}/reversals/",
      "payment",
      "{'reason':'A mistake'}"),
  READ_ORIGINS("GET /v1/transactions/product-transactions/{hashid}/origins/", "grown lot"),
  READ_ORIGINS_FILE(
      "GET /v1/transactions/product-transactions/{hashid}/origins.geojson", "grown lot"),
  READ_ORIGINS_MAP("GET /v1/transactions/product-transactions/{hashid}/origins.svg", "grown lot"),
  KEEP_ORIGINS(
      "POST /v1/transactions/product-transactions/{hashid}/origin-files/",
      "grown lot",
      "{'incomplete':false}"),
  LIST_ORIGIN_FILES("GET /v1/transactions/origin-files/"),
  READ_ORIGIN_FILE("GET /v1/transactions/origin-files/{hashid}/", "origin file"),
  READ_KEPT_ORIGINS("GET /v1/transactions/origin-files/{hashid}/origins.geojson", "origin file"),
  CREATE_COMPANY_PRODUCT(
      "POST /v1/supply-chains/company-products/",
      "",
      """
      {'company':'<company>','product_id':'<product>','product':{'id':'<product>'},
       'is_active':true,'forms':['<form>'],'premiums':['<premium>']}"""),
  LIST_COMPANIES("GET /v1/supply-chains/companies/"),
  CREATE_COMPANY(
      "POST /v1/supply-chains/companies/",
      "",
      """
      {'name':'Exporter','description':'','house_name':'','street':'','city':'Mbale',
       'sub_province':'','province':'','zipcode':'','country':'Uganda','latitude':1.0,
       'longitude':34.2,'email':'e@example.org','phone':'+256 772 000111','buy_enabled':true,
       'sell_enabled':true,'quality_correction':false,'allow_multiple_login':false,
       'currency':'<currency>','buyer':'<company>',
       'entity_card':{'card':{'card_id':'7','display_id':'7'}}}"""),
  UPDATE_COMPANY(
      "PATCH /v1/supply-chains/companies/{hashid}/",
      "company",
      """
      {'name':'Cooperative','city':'Mbale','currency':'<currency>','buy_enabled':true,
       'entity_card':{'card':{'id':'<spare card>'}}}"""),
  READ_SHARING("GET /v1/supply-chains/companies/{hashid}/sharing/", "company"),
  UPDATE_SHARING(
      "PATCH /v1/supply-chains/companies/{hashid}/sharing/", "company", "{'shares_upstream':true}"),
  LIST_MEMBERS("GET /v1/supply-chains/company-members/"),
  READ_MEMBER("GET /v1/supply-chains/company-members/{hashid}/", "member"),
  CREATE_MEMBER(
      "POST /v1/supply-chains/company-members/",
      "",
      "{'company':'<company>','user':'<user>','is_active':true}"),
  UPDATE_MEMBER(
      "PATCH /v1/supply-chains/company-members/{hashid}/",
      "member",
      "{'company':'<company>','user':'<user>','is_active':true}"),
  LIST_VISIBILITIES("GET /v1/supply-chains/field-visibilities/"),
  READ_VISIBILITY("GET /v1/supply-chains/field-visibilities/{hashid}/", "visibility"),
  CREATE_VISIBILITY(
      "POST /v1/supply-chains/field-visibilities/",
      "",
      "{'company':'<company>','name':'field <lot>','type':'TRANSACTION','visibility':true}"),
  UPDATE_VISIBILITY(
      "PATCH /v1/supply-chains/field-visibilities/{hashid}/",
      "visibility",
      "{'company':'<company>','name':'gender','type':'FARMER','visibility':true}"),
  LIST_USERS("GET /v1/accounts/users/"),
  READ_USER("GET /v1/accounts/users/{hashid}/", "user"),
  CREATE_USER("POST /v1/accounts/users/", "", "{'email':'<unique>@example.org'}"),
  UPDATE_USER("PATCH /v1/accounts/users/{hashid}/", "user", "{'email':'<user>@example.org'}"),
  LIST_TOKENS("GET /v1/auth/tokens/"),
  READ_TOKEN("GET /v1/auth/tokens/{hashid}/", "token"),
  CREATE_TOKEN(
      "POST /v1/auth/tokens/",
      "",
      """
      {'company':'<company>','user':'<user>','role':'MEMBER','expires_on':'2999-01-01T00:00:00Z'}"""),
  REVOKE_TOKEN("DELETE /v1/auth/tokens/{hashid}/", "token"),
  LIST_CURRENCIES("GET /v1/catalogs/currencies/"),
  READ_CURRENCY("GET /v1/catalogs/currencies/{hashid}/", "currency"),
  LIST_FORMS("GET /v1/forms/forms/"),
  READ_FORM("GET /v1/forms/forms/{hashid}/", "form"),
  CREATE_FORM(
      "POST /v1/forms/forms/",
      "",
      """
      {'owner':'<company>','form_type':'PAYMENT','products':['<product>'],
       'fields':[{'key':'grade','label':'Grade','type':'RADIO','options':['A'],'required':false,
         'default_value':'','label_fr':''}],
       'field_config':[{'key':'card','label':'Card','visibility':true,'required':false}]}"""),
  UPDATE_FORM(
      "PATCH /v1/forms/forms/{hashid}/",
      "form",
      """
      {'owner':'<company>','products':['<product>'],
       'fields':[{'id':'<field>','label':'Grade'}],
       'field_config':[{'key':'card','label':'Card','visibility':true,'required':false}]}"""),
  LIST_SUBMISSIONS("GET /v1/forms/submissions/"),
  READ_SUBMISSION("GET /v1/forms/submissions/{hashid}/", "submission"),
  CREATE_SUBMISSION(
      "POST /v1/forms/submissions/",
      "",
      "{'form':'<form>','product':'<product>','values':[{'field':'<field>','value':'A'}]}"),
  UPDATE_SUBMISSION(
      "PATCH /v1/forms/submissions/{hashid}/",
      "submission",
      "{'form':'<form>','product':'<product>','values':[{'field':'<field>','value':'A'}]}");

  private static final String PARAMETER = "{hashid}";

  final String method;
  final String route;
  private final String inPath;
  private final String body;

  Operation(String route) {
    this(route, "", "");
  }

  Operation(String route, String inPath) {
    this(route, inPath, "");
  }

  /**
   * An operation.
   *
   * @param route the method and the path
   * @param inPath which record the path names; "" for none
   * @param body what is sent; "" for nothing
   */
  Operation(String route, String inPath, String body) {
    this.method = route.substring(0, route.indexOf(' '));
    this.route = route.substring(route.indexOf(' ') + 1);
    this.inPath = inPath;
    this.body = body;
  }

  /**
   * The routes that the service takes, as {@code METHOD path}, each with its operation if any. HEAD
   * is left out: where GET is taken it is taken too, with the same handler.
   */
  static Map<String, Optional<Operation>> ofRoutes() {
    Map<String, Optional<Operation>> all = new TreeMap<>();
    for (var handler : service().unsafe.internalRouter.allHttpHandlers()) {
      boolean isHead = handler.endpoint.method.equals(HandlerType.HEAD);
      if (handler.endpoint.method.isHttpMethod() && !isHead) {
        String route = handler.endpoint.method.name() + " " + handler.endpoint.path;
        all.put(route, of(route));
      }
    }
    return all;
  }

  /** The operations that take many records, and as what. */
  static Map<Operation, Set<AcceptedBodies>> ofMany() {
    Map<Operation, Set<AcceptedBodies>> all = new EnumMap<>(Operation.class);
    for (var handler : service().unsafe.internalRouter.allHttpHandlers()) {
      Roles roles = handler.endpoint.metadata(Roles.class);
      Set<AcceptedBodies> taken = EnumSet.allOf(AcceptedBodies.class);
      taken.removeIf(takes -> roles == null || !roles.getRoles().contains(takes));
      String route = handler.endpoint.method.name() + " " + handler.endpoint.path;
      if (!taken.isEmpty()) {
        all.put(of(route).orElseThrow(), taken);
      }
    }
    return all;
  }

  private static Javalin service() {
    return Main.service(Installation.shared().database());
  }

  private static Optional<Operation> of(String route) {
    return Arrays.stream(values()).filter(o -> (o.method + " " + o.route).equals(route)).findAny();
  }

  /** Whether the path names a record. */
  boolean hasId() {
    return !inPath.isEmpty();
  }

  /** Whether anything is sent. */
  boolean hasBody() {
    return !body.isEmpty();
  }

  /** Which record the path names. */
  String inPath() {
    return inPath;
  }

  /** What is sent, with names of records to fill in; "" for nothing. */
  String template() {
    return body;
  }

  /** Whether the path or the body names one of these records. */
  boolean names(String... records) {
    return Arrays.stream(records)
        .anyMatch(record -> inPath.equals(record) || body.contains("<" + record + ">"));
  }

  /** Whether it writes what only the company of a farmer may write, which a move changes. */
  boolean dependsOnFarmer(EveryRecord ledger) {
    return hasBody()
        && (List.of("farmer", "plot", "entity card").contains(inPath)
            || ledger.fill(body).contains(ledger.records().get("farmer").toString()));
  }

  /** The path to a record of that company. */
  String path(EveryRecord ledger) {
    return hasId()
        ? path(ledger.records().get(inPath).toString())
        : route.replace("{file}", "docs.css").replace("{name}", "conflict");
  }

  /** The path to that id. */
  String path(String id) {
    return route.replace(PARAMETER, id);
  }

  /** What is sent, about the records of that company. */
  JsonNode body(EveryRecord ledger) {
    return ledger.tree(body);
  }

  /** What the document says of it. */
  JsonNode document() {
    String path = this == ENTER ? DOCS.route : route.replaceFirst("^/v1/", "/");
    return OpenApi.document().path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
  }

  /** The whole request; each character is one byte. */
  String request(String path, String token, String json) {
    return request(path, token, "application/json", json);
  }

  /** The same with a body of another type. */
  String request(String path, String token, String type, String sent) {
    StringBuilder request = new StringBuilder();
    request.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: x\r\n");
    request.append("X-Request-Id: the-same\r\n");
    if (token != null) {
      request.append("Authorization: Bearer ").append(token).append("\r\n");
    }
    if (hasBody()) {
      request.append("Content-Type: ").append(type).append("\r\nContent-Length: ");
      request.append(sent.length()).append("\r\n\r\n").append(sent);
      return request.toString();
    }
    return request.append("\r\n").toString();
  }

  /** The places of a tree at which there is an id, as JSON Pointers. */
  static List<String> references(JsonNode tree) {
    return Trees.pointers(tree).stream()
        .filter(pointer -> tree.at(pointer).isTextual())
        .filter(pointer -> Formats.uuid(tree.at(pointer).asText()).isPresent())
        .toList();
  }
}
