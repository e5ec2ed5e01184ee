package supplychain.records;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Team.withoutTraces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Kept;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.docs.OpenApi;

/** The rules that each kind of record keeps when one is created, read, changed and listed. */
class EveryKindTest extends KindScene {
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

  @Test
  void everyKindThatARequestCreatesAndChangesIsHere() {
    Set<String> changed = changed();
    Set<String> here = KINDS.lines().map(line -> line.replaceFirst(" \\|.*", "")).collect(toSet());
    assertEquals(Set.of(), without(changed, here), "Add a line to KINDS for each of these.");
    assertEquals(
        Set.of(), without(here, changed), "Describe POST and PATCH of these, or remove the line.");
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
    assertEquals(withoutTraces(read.json()), withoutTraces(sentBack.json()));
    Reply withoutOwn = operator.patch(path, withOtherOwnFields(read)).expect(200);
    assertEquals(withoutTraces(read.json()), withoutTraces(withoutOwn.json()));
    assertCreatedAgain(kind, read, body);

    String tag = operator.get(path).header("ETag");
    operator.patch(path, filled(change), "If-Match", "\"old\"").expect(412);
    operator.patch(path, filled(change), "Prefer", "tx=rollback").expect(200);
    assertEquals(tag, operator.get(path).header("ETag"));
    String request = World.unique(20);
    Reply changed =
        operator.patch(path, filled(change), "If-Match", tag, "X-Request-Id", request).expect(200);
    assertEquals(changed.json(), operator.get(path).json());
    assertNotEquals(withoutTraces(read.json()), withoutTraces(changed.json()));
    assertEquals(user.toString(), changed.at("/updater"));
    JsonNode sent = Json.trusted(filled(change));
    assertShows(sent, changed.json());
    ObjectNode kept = (ObjectNode) withoutTraces(read.json());
    sent.fieldNames()
        .forEachRemaining(name -> kept.set(name, withoutTraces(changed.json()).get(name)));
    assertEquals(kept, withoutTraces(changed.json()));
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

  /** The document with nonsense in each field that only the service writes. */
  private static String withOtherOwnFields(Reply read) {
    ObjectNode document = (ObjectNode) read.json();
    document.put("id", 7);
    for (String own : List.of("created_on", "updated_on", "creator", "updater")) {
      document.findParents(own).forEach(parent -> ((ObjectNode) parent).putArray(own).add(7));
    }
    return document.toString();
  }
}
