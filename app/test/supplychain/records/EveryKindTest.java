package supplychain.records;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Kept;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.docs.OpenApi;

/** The rules that each kind of record keeps when one is created, read, changed and listed. */
class EveryKindTest extends OneCompany {
  /** Each kind that a request can create and change: its path, a body, a change. */
  private static final String KINDS =
      """
      accounts/users | {'email': '<unique>@example.org'} | {'email': '<unique>@b.org'}
      catalogs/connect-cards | {'company': '<company>', 'card_id': 'C-1'} \
      | {'card_id': 'C-2', 'display_id': '7'}
      catalogs/premiums | {'owner': '<company>', 'name': 'Organic', 'category': 'TRANSACTION', \
      'type': 'PER_KG', 'amount': 2.50, 'included': true, 'dependant_on_card': true, \
      'applicable_activity': 'SELL', 'calculation_type': 'RANGE', 'is_active': false, \
      'options': [{'name': 'Gold', 'amount': 12.50}, {'name': 'Silver', 'is_active': false}], \
      'ranges': [{'min_quantity': '0', 'max_quantity': '99.50', 'amount': 1.50}, \
      {'min_quantity': '99.5', 'is_active': false}]} \
      | {'name': 'Fair', 'category': 'PAYOUT', 'type': 'PER_FARMER', 'amount': 3.0, \
      'included': false, 'dependant_on_card': false, 'applicable_activity': 'BUY', \
      'calculation_type': 'MANUAL', 'is_active': true}
      catalogs/products | {'name': 'Tea <unique>'} \
      | {'name': 'Tee <unique>', 'description': 'Green', 'is_active': 'false'}
      forms/forms | {'owner': '<company>', 'form_type': 'FARMER', \
      'fields': [{'key': 'k', 'label': 'L'}]} | {'fields': [{'key': 'k', 'label': 'M'}]}
      forms/submissions | {'form': '<form>', 'values': [{'field': 'grade', 'value': 'A'}]} \
      | {'values': [{'field': 'grade', 'value': 'B'}]}
      supply-chains/companies | {'name': 'Exporter', 'currency': 'UGX'} \
      | {'name': 'Exporter', 'city': 'Mbale'}
      supply-chains/company-members | {'company': '<company>', 'email': '<unique>@example.org'} \
      | {'is_active': false}
      supply-chains/company-products | {'company': '<company>', 'is_active': false, \
      'product': {'name': 'Honey 🍯 <unique>', 'description': 'Dark \u00a0🌲', 'is_active': 'false'}, \
      'forms': ['<transaction form>', '<form>'], 'premiums': ['<last premium>', '<premium>']} \
      | {'is_active': true}
      supply-chains/entity-cards | {'card': {'id': '<card>'}, 'entity': '<farmer>'} \
      | {'is_active': false}
      supply-chains/farmers | {'buyer': '<company>', 'first_name': 'Grace', \
      'phone': '+256 772 000111', 'description': 'Two plots', 'house_name': 'Kato', \
      'street': 'Plot 4', 'city': 'Mbale', 'sub_province': 'Bungokho', 'province': 'Eastern', \
      'latitude': 1.082, 'longitude': 34.175, 'zipcode': 'P.O. Box 1', 'country': 'Uganda', \
      'email': 'grace@example.org', 'identification_no': 'CF123', 'reference_number': 'R-7', \
      'last_name': 'Nakato', 'date_of_birth': '1984-02-29', 'gender': 'female', \
      'consent_status': 'GRANTED', 'number': 'F-0001', \
      'entity_card': {'card': {'card_id': 'C-1'}}, \
      'submission': {'form': '<farmer form>', 'values': [{'field': 'grade', 'value': 'A'}]}} | {'first_name': 'Ruth'}
      supply-chains/field-visibilities | {'company': '<company>', 'name': 'gender'} \
      | {'visibility': false}
      supply-chains/plots | {'farmer': '<farmer>', 'name': 'Upper terrace', 'area': '1.20', \
      'production_place': 'Gamatui', \
      'geometry': {'type': 'Point', 'coordinates': [34.3, 1.25]}} | {'area': '1.5'}
      supply-chains/estimates | {'farmer': '<farmer>', 'product': '<product>', \
      'date_from': '2026-09-01', 'date_before': '2027-03-01', 'quantity': '1200'} | {'quantity': '1500'}
      """;

  /** Each kind with fields that stay or are never empty: a body, a refused change, its findings. */
  private static final String FIXED =
      """
      accounts/users | {'email': '<unique>@example.org'} | {'email': null} | /email not_null
      catalogs/connect-cards | {'company': '<company>', 'card_id': 'C-1'} \
      | {'company': '<other>', 'card_id': null} | /card_id not_null, /company fixed
      catalogs/premiums | {'owner': '<company>', 'name': 'Organic'} \
      | {'owner': '<other>', 'amount': null, 'options': null, 'ranges': null} \
      | /owner fixed, /amount not_null, /options not_null, /ranges not_null
      forms/forms | {'owner': '<company>', 'form_type': 'FARMER'} \
      | {'owner': '<other>', 'form_type': 'PAYMENT'} | /owner fixed, /form_type fixed
      forms/submissions | {'form': '<form>'} \
      | {'farmer': '<farmer>', 'product_transaction': '<form>', 'form': '<payment form>'} \
      | /farmer fixed, /product_transaction fixed, /form fixed
      supply-chains/company-members | {'company': '<company>', 'email': '<unique>@example.org'} \
      | {'company': '<other>', 'user': '<other>', 'email': 'a@b.org', 'is_active': null} \
      | /company fixed, /user fixed, /email fixed, /is_active not_null
      supply-chains/company-products | {'company': '<company>', 'product_id': '<product>'} \
      | {'company': '<other>', 'product_id': null, 'product': {'id': '<other product>'}, 'is_active': null} \
      | /company fixed, /product_id fixed, /product fixed, /is_active not_null
      supply-chains/entity-cards | {'card': {'id': '<card>'}, 'entity': '<farmer>'} \
      | {'card': {'id': '<other card>'}, 'entity': null, 'is_active': null} \
      | /is_active not_null, /card fixed, /entity fixed
      supply-chains/field-visibilities | {'company': '<company>', 'name': 'gender'} \
      | {'company': '<other>', 'name': null, 'visibility': null, 'type': 'SCREEN'} \
      | /name not_null, /visibility not_null, /type not_a_choice, /company fixed
      supply-chains/plots | {'farmer': '<farmer>', 'latitude': 1.25, 'longitude': 34.3} \
      | {'farmer': '<other farmer>', 'geometry': null, 'is_active': null} \
      | /is_active not_null, /geometry not_null, /farmer fixed
      supply-chains/estimates | {'farmer': '<farmer>', 'product': '<product>', \
      'date_from': '2026-09-01', 'date_before': '2027-03-01', 'quantity': '1200'} \
      | {'farmer': '<other farmer>', 'product': '<other product>', 'date_from': null, \
      'date_before': null, 'quantity': null} \
      | /farmer fixed, /product fixed, /date_from not_null, /date_before not_null, /quantity not_null
      """;

  /** Each list: a record that its filters find, another one, and the filters. */
  private static final String FILTERS =
      """
      accounts/users | {'email': '<unique>@example.org'} | {'email': 'a<unique>@example.org'} \
      | email=<unique>
      auth/tokens | {'company': '<company>', 'email': '<unique>@example.org', 'role': 'MEMBER'} \
      | {'company': '<other>', 'email': 'a<unique>@example.org', 'role': 'REPORTER'} \
      | company=<company> email=<unique> email_is=<unique>@EXAMPLE.org role=MEMBER
      catalogs/connect-cards | {'company': '<company>', 'card_id': 'Free-1', 'display_id': 'Blue'} \
      | {'company': '<other>', 'card_id': 'C-2'} | company=<company> card_id=free display_id=bl
      catalogs/premiums | {'owner': '<company>', 'name': 'Organic', 'category': 'TRANSACTION', \
      'type': 'PER_KG', 'applicable_activity': 'SELL', 'calculation_type': 'RANGE', 'is_active': false} \
      | {'owner': '<other>', 'name': 'Fair'} | owner=<company> name=org name_is=ORGANIC \
      category=TRANSACTION \
      type=PER_KG applicable_activity=SELL calculation_type=RANGE is_active=false
      catalogs/products | {'name': 'Tea <unique> black', 'is_active': 'false'} \
      | {'name': 'Tea <unique> green'} | name=TEA+<unique>+b \
      name_is=tea+<unique>+BLACK is_active=false
      forms/forms | {'owner': '<company>', 'form_type': 'PRODUCT', 'products': ['<product>']} \
      | {'owner': '<other>', 'form_type': 'FARMER'} \
      | owner=<company> form_type=PRODUCT product=<product>
      forms/submissions | {'form': '<form>', 'product': '<product>'} | {'form': '<payment form>'} \
      | form=<form> form_type=PRODUCT product=<product>
      supply-chains/companies | {'name': 'Exporter', 'country': 'Uganda', 'buyer': '<company>'} \
      | {'name': 'Cooperative'} | name=EXP name_is=EXPORTER country=ug \
      country_is=uganda buyer=<company>
      supply-chains/company-members | {'company': '<company>', 'email': '<unique>@example.org'} \
      | {'company': '<other>', 'email': 'a<unique>@example.org'} | company=<company> email=<unique>
      supply-chains/company-products | {'company': '<company>', 'product_id': '<product>', \
      'forms': ['<form>'], 'premiums': ['<premium>'], 'is_active': false} | {'company': '<other>'} \
      | company=<company> product=<product> form=<form> premium=<premium> is_active=false
      supply-chains/entity-cards | {'card': {'id': '<card>'}, 'entity': '<farmer>'} \
      | {'card': {'id': '<other card>'}, 'entity': '<other>'} \
      | company=<company> card=<card> entity=<farmer>
      supply-chains/farmers | {'buyer': '<company>', 'first_name': 'Zawadi', 'last_name': 'Apio_', \
      'number': 'N7', 'consent_status': 'GRANTED', 'country': 'Uganda', 'province': 'East  Bugisu', \
      'phone': '+256 772', 'reference_number': 'R-1', 'identification_no': 'I-1', \
      'entity_card': {'card': {'card_id': 'C-1'}}} \
      | {'buyer': '<other>', 'first_name': 'Amina', 'entity_card': {'card': {'card_id': 'C-12'}}} \
      | buyer=<company> name=zaw name=APIO_ name=zawadi+api \
      name_is=zawadi+APIO_ name_is=apio_ number=n7 number_is=n7 consent_status=GRANTED \
      country=UG province=east++b province_is=EAST++bugisu phone=%2B256+7 reference_number=r- identification_no=i-1 card_id=C-1
      supply-chains/field-visibilities | {'company': '<company>', 'name': 'gender', \
      'type': 'FARMER', 'visibility': false} | {'company': '<other>', 'name': 'date'} \
      | company=<company> name=GEN name_is=GENDER type=FARMER visibility=false
      supply-chains/plots | {'farmer': '<farmer>', 'name': 'Upper', 'is_active': false, \
      'latitude': 1.25, 'longitude': 34.3} \
      | {'farmer': '<other farmer>', 'latitude': 1.25, 'longitude': 34.3} \
      | farmer=<farmer> buyer=<company> name=uPP name_is=uPPER is_active=false
      supply-chains/estimates | {'farmer': '<farmer>', 'product': '<product>', \
      'date_from': '2026-09-01', 'date_before': '2027-03-01', 'quantity': '1200'} \
      | {'farmer': '<other farmer>', 'product': '<other product>', \
      'date_from': '2026-09-01', 'date_before': '2027-03-01', 'quantity': '1200'} \
      | farmer=<farmer> buyer=<company> product=<product>
      transactions/product-transactions | {'source': '<farmer>', 'destination': '<company>', \
      'product': '<product>', 'amount': '1', 'quantity': '5', 'number': 'N7', \
      'invoice_number': 'INV-9', 'date': '2026-03-01T00:00:00Z'} \
      | {'source': '<company>', 'destination': '<other>', 'product': '<other product>', \
      'amount': '1', 'quantity': '0', 'date': '2025-03-01T00:00:00Z'} \
      | entity=<farmer> source=<farmer> destination=<company> product=<product> type=INCOMING \
      number=n7 number_is=n7 invoice_number=inv- \
      invoice_number_is=inv-9 date_from=2026-01-01 in_stock=true
      transactions/payment-transactions | {'source': '<company>', 'destination': '<farmer>', \
      'premium': '<premium>', 'number': 'N7', 'invoice_number': 'INV-9', \
      'date': '2026-03-01T00:00:00Z'} \
      | {'source': '<other>', 'destination': '<company>', 'date': '2025-03-01T00:00:00Z'} \
      | entity=<farmer> source=<company> destination=<farmer> premium=<premium> \
      payment_type=PREMIUM number=n7 number_is=n7 invoice_number=inv- \
      invoice_number_is=inv-9 date_from=2026-01-01
      """;

  private final UUID other = world.company("Other");
  private final UUID form = world.form(company, "PRODUCT");
  private final UUID farmerForm = world.form(company, "FARMER");
  private final UUID user = world.member(null);
  private final Client operator = world.client(user, null, Role.OPERATOR);
  private final Instant start = Instant.now().minusSeconds(1);
  private final Map<String, Object> names =
      Map.ofEntries(
          Map.entry("<company>", company),
          Map.entry("<other>", other),
          Map.entry("<farmer>", world.farmer(company)),
          Map.entry("<other farmer>", world.farmer(other)),
          Map.entry("<product>", world.product("Cherry")),
          Map.entry("<other product>", world.product("Honey")),
          Map.entry("<card>", world.card(company, null)),
          Map.entry("<other card>", world.card(other, null)),
          Map.entry("<premium>", world.premium(company, "NORMAL", true)),
          Map.entry("<last premium>", world.premium(company, "OPTIONS", false)),
          Map.entry("<form>", form),
          Map.entry("<transaction form>", world.form(company, "TRANSACTION")),
          Map.entry("<farmer form>", farmerForm),
          Map.entry("<payment form>", world.form(company, "PAYMENT")),
          Map.entry("<unique>", World.unique(12)));

  EveryKindTest() {
    world.field(form, "grade", "TEXT", false, "[]");
    world.field(farmerForm, "grade", "TEXT", false, "[]");
  }

  @Test
  void everyKindThatARequestCreatesAndChangesIsHere() {
    Set<String> changed = new TreeSet<>();
    JsonNode paths = OpenApi.document().get("paths");
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      if (path.getValue().has("post") && paths.at(patch(path.getKey())).isObject()) {
        changed.add(path.getKey().replaceAll("^/|/$", ""));
      }
    }
    Set<String> here = kinds(KINDS);
    assertEquals(Set.of(), without(changed, here), "Add a line to KINDS for each of these.");
    assertEquals(
        Set.of(), without(here, changed), "Describe POST and PATCH of these, or remove the line.");
    assertEquals(
        Set.of(),
        without(kinds(KINDS), kinds(FILTERS)),
        "Add a line to FILTERS for each of these.");
  }

  private static Set<String> kinds(String table) {
    return table
        .lines()
        .map(line -> line.replaceFirst(" \\|.*", ""))
        .collect(toCollection(TreeSet::new));
  }

  private static Set<String> without(Set<String> all, Set<String> some) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static String patch(String list) {
    return "/" + (list + "{hashid}/").replace("/", "~1") + "/patch";
  }

  private String filled(String text) {
    String filled = text.replace('\'', '"');
    for (Map.Entry<String, Object> name : names.entrySet()) {
      filled = filled.replace(name.getKey(), name.getValue().toString());
    }
    return filled;
  }

  private String path(String kind) {
    return "/v1/" + kind + "/";
  }

  private Reply made(String kind, String body) {
    return operator.post(path(kind), filled(body)).expect(201);
  }

  /** The ids of this test's records that a query of a list leaves. */
  private List<String> recent(String kind, String query) {
    String recent = path(kind) + "?limit=1000&updated_after=" + start + query;
    return operator.get(recent).expect(200).ids();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = KINDS)
  void aRecordIsReadAsCreatedSentBackAndChangedUnderItsTag(
      String kind, String body, String change) {
    Reply made = made(kind, body);
    String path = made.header("Location");
    assertEquals(path(kind) + made.id() + "/", path);
    assertTrue(recent(kind, "").contains(made.id()));
    assertEquals(describedFields(kind), fieldNames(made.json()));
    assertEquals(user.toString(), made.at("/creator"));
    assertShows(Json.trusted(filled(body)), made.json());

    Reply read = operator.get(path).expect(200);
    assertEquals(made.json(), read.json());
    Reply sentBack = operator.patch(path, read.text()).expect(200);
    assertEquals(withoutTraces(read), withoutTraces(sentBack));
    Reply withoutOwn = operator.patch(path, withOtherOwnFields(read)).expect(200);
    assertEquals(withoutTraces(read), withoutTraces(withoutOwn));
    assertCreatedAgain(kind, read, body);

    String tag = operator.get(path).header("ETag");
    operator.patch(path, filled(change), "If-Match", "\"old\"").expect(412);
    operator.patch(path, filled(change), "Prefer", "tx=rollback").expect(200);
    assertEquals(tag, operator.get(path).header("ETag"));
    String request = World.unique(20);
    Reply changed =
        operator.patch(path, filled(change), "If-Match", tag, "X-Request-Id", request).expect(200);
    assertEquals(changed.json(), operator.get(path).json());
    assertNotEquals(withoutTraces(read), withoutTraces(changed));
    assertEquals(user.toString(), changed.at("/updater"));
    JsonNode sent = Json.trusted(filled(change));
    assertShows(sent, changed.json());
    ObjectNode kept = (ObjectNode) withoutTraces(read);
    sent.fieldNames().forEachRemaining(name -> kept.set(name, withoutTraces(changed).get(name)));
    assertEquals(kept, withoutTraces(changed));
    assertNotEquals(List.of(), Kept.ofRequest(request));
    assertTrue(Kept.mostReaders() <= 3, "The history has an index for three readers.");
    operator.patch(path, filled(change), "If-Match", tag).expect(412);
  }

  /** The fields of a kind's document in their order. */
  private static List<String> describedFields(String kind) {
    String post = "/paths/~1" + kind.replace("/", "~1") + "~1/post/responses/201";
    String schema = OpenApi.document().at(post + "/content/application~1json/schema/$ref").asText();
    return fieldNames(OpenApi.document().at(schema.substring(1) + "/properties"));
  }

  private static List<String> fieldNames(JsonNode document) {
    return document.propertyStream().map(Map.Entry::getKey).toList();
  }

  /**
   * Asserts that each value is there as it was sent, unless it names a record that is shown whole.
   */
  private static void assertShows(JsonNode sent, JsonNode shown) {
    sent.properties()
        .forEach(
            each -> {
              JsonNode there = shown.path(each.getKey());
              if (each.getValue().isContainerNode()) {
                assertShows(each.getValue(), there);
              } else if (there.isValueNode() && !each.getKey().equals("field")) {
                assertEquals(each.getValue().asText(), there.asText(), each.getKey());
              }
            });
    for (int i = 0; sent.isArray() && i < sent.size(); i++) {
      if (sent.get(i).isContainerNode()) {
        assertShows(sent.get(i), shown.path(i));
      } else {
        assertEquals(sent.get(i).asText(), shown.path(i).asText());
      }
    }
  }

  /** An operator can be a member of another company, and is then one of its users. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = KINDS)
  void aRecordDoesNotNameAUserOfAnotherCompany(String kind, String body, String change) {
    UUID user = world.member(other);
    Client worker = world.client(user, null, Role.OPERATOR);
    String path = worker.post(path(kind), filled(body)).expect(201).header("Location");
    Reply made = worker.patch(path, filled(change)).expect(200);
    assertTrue(made.text().contains(user.toString()), made.text());
    UUID reader = kind.endsWith("/companies") ? UUID.fromString(made.id()) : company;
    Reply seen = world.client(reader, Role.ADMIN).get(path);
    if (!kind.endsWith("/users")) { // Only an operator reads these.
      String whole = worker.get(path).expect(200).text();
      assertEquals(whole.replace('"' + user.toString() + '"', "null"), seen.text());
    }
  }

  /** A document that was read, but for a card and with a company, has no mistake as a new body. */
  private void assertCreatedAgain(String kind, Reply read, String body) {
    ObjectNode document = ((ObjectNode) read.json()).without("entity_card");
    JsonNode company = new Reply(0, filled(body), null).json().get("company");
    if (company != null) {
      document.set("company", company);
    }
    Reply again = operator.post(path(kind), document.toString());
    assertTrue(List.of(201, 409).contains(again.status()), again.text());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = FIXED)
  void fixedFieldsStayAndRequiredFieldsAreNotCleared(
      String kind, String body, String change, String findings) {
    String path = made(kind, body).header("Location");
    Reply before = operator.get(path);
    operator.patch(path, filled(change)).expect(400, findings.split(", ", -1));
    assertEquals(before.json(), operator.get(path).json());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = FILTERS)
  void eachFilterFindsTheRecordThatMeetsItAndNotTheOther(
      String kind, String first, String second, String queries) {
    String found = made(kind, first).id();
    String notFound = made(kind, second).id();
    for (String query : filled(queries).split("\\s+", -1)) {
      List<String> ids = recent(kind, "&" + query);
      assertTrue(ids.contains(found), query);
      assertFalse(ids.contains(notFound), query);
    }
  }

  /** The document with nonsense in each field that only the service writes. */
  private static String withOtherOwnFields(Reply read) {
    ObjectNode document = (ObjectNode) read.json();
    document.put("id", 7);
    for (String own : List.of("created_on", "updated_on", "creator", "updater")) {
      document.findParents(own).forEach(parent -> ((ObjectNode) parent).putArray(own).add(7));
    }
    return document.toString();
  }

  /** The document without the fields that a change sets. */
  private static JsonNode withoutTraces(Reply reply) {
    JsonNode document = reply.json();
    for (String trace : List.of("updated_on", "updater")) {
      document.findParents(trace).forEach(parent -> ((ObjectNode) parent).remove(trace));
    }
    return document;
  }
}
