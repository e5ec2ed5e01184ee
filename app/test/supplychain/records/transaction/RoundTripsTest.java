package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.WatchedDriver;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.Reads;
import supplychain.records.company.FullCompany;

/** A request takes few round trips to PostgreSQL, however much it reads or writes. */
class RoundTripsTest {
  /** For each read, and for the first write with the token. */
  private static final int TOKEN = 1;

  /** Unless the service knows the records that the body names from requests before. */
  private static final int REFERENCES = 1;

  /** With the author and the key, if that is the first. */
  private static final int ROWS_AND_DOCUMENT = 1;

  private static final int DOCUMENT = 1;

  /** At one instant. The search for the ids is not prepared, and is not counted. */
  private static final int PAGE = 2;

  private static final int COLUMNS_OF_FORMS = 1;

  private final Trade trade = new Trade();
  private final World world = trade.world;
  private final UUID form = world.form(trade.coop, "TRANSACTION");

  @AutoClose
  private final OwnService service =
      OwnService.at(WatchedDriver.url(Installation.shared().postgres().url()));

  private Client member = service.client(world.token(trade.coop, Role.MEMBER));

  private String purchase(String fields, String payments) {
    String all =
        "'amount': '10', 'submissions': [{'form': '%s', 'values': [{'field': 'grade', 'value':"
            + " 'ripe'}]}], 'transaction_payments': %s%s";
    String more = all.formatted(form, payments, fields);
    return Goods.body(trade.farmer, trade.coop, trade.cherry, more);
  }

  @Test
  void ofAProductTransactionWithAFormAndPayments() {
    world.field(form, "grade", "TEXT", true, "[]");
    for (int payments : new int[] {1, 100}) {
      String body = purchase("", Collections.nCopies(payments, "{'amount': 1}").toString());
      int first = payments == 1 ? TOKEN + REFERENCES : 0;
      assertEquals(first + ROWS_AND_DOCUMENT, roundTrips("POST", GOODS, body, 201));
      String key = World.unique(20);
      assertEquals(ROWS_AND_DOCUMENT, roundTrips("POST", GOODS, body, 201, "Idempotency-Key", key));
    }
  }

  /** It looks up a record of nearly every kind that a body can name: a card is looked up always. */
  @Test
  void ofAProductTransactionWithACardAndAPremium() {
    world.field(form, "grade", "TEXT", true, "[]");
    UUID card = world.card(trade.coop, trade.farmer);
    UUID premium = world.premium(trade.coop, "NORMAL", true);
    String fields = ", 'currency': 'UGX', 'card': '" + card + "'";
    String body = purchase(fields, "[{'amount': 1, 'premium': '" + premium + "'}]");
    roundTrips("POST", GOODS, body, 201);
    String key = World.unique(20);
    assertEquals(
        REFERENCES + ROWS_AND_DOCUMENT,
        roundTrips("POST", GOODS, body, 201, "Idempotency-Key", key));
  }

  @Test
  void ofAPaymentWithAnOption() {
    UUID premium = world.premium(trade.coop, "OPTIONS", true);
    UUID option = world.option(premium, "Organic", true);
    String body = trade.paymentOfOption(premium, option).toString();
    assertEquals(TOKEN + REFERENCES + ROWS_AND_DOCUMENT, roundTrips("POST", PAYMENTS, body, 201));
    assertEquals(ROWS_AND_DOCUMENT, roundTrips("POST", PAYMENTS, body, 201));
  }

  @Test
  void ofACompanyProductWithANewProductOrAnExistingOne() {
    member = service.client(world.token(trade.coop, Role.ADMIN));
    UUID premium = world.premium(trade.coop, "NORMAL", true);
    String body = "{\"company\": \"%s\", \"product\": {\"name\": \"%s\"}, \"premiums\": [\"%s\"]}";
    roundTrips(
        "POST", COMPANY_PRODUCTS, body.formatted(trade.coop, World.unique(20), premium), 201);
    String next = body.formatted(trade.coop, World.unique(20), premium);
    assertEquals(ROWS_AND_DOCUMENT, roundTrips("POST", COMPANY_PRODUCTS, next, 201));
    String existing =
        "{\"company\": \"%s\", \"product\": {\"id\": \"%s\"}}"
            .formatted(trade.coop, world.product("Cocoa"));
    assertEquals(
        REFERENCES + ROWS_AND_DOCUMENT, roundTrips("POST", COMPANY_PRODUCTS, existing, 201));
  }

  @Test
  void ofAFarmerWithAValueOfAForm() {
    UUID farmerForm = world.form(trade.coop, "FARMER");
    UUID field = world.field(farmerForm, "size", "TEXT", false, "[]");
    String body =
        """
        {"first_name": "Grace",
         "submission": {"form": "%s", "values": [{"field": "%s", "value": "%d"}]}}""";
    String path = FARMERS + trade.farmer + "/";
    roundTrips("PATCH", path, body.formatted(farmerForm, field, 1), 200);
    assertEquals(
        REFERENCES + ROWS_AND_DOCUMENT,
        roundTrips("PATCH", path, body.formatted(farmerForm, field, 2), 200));
  }

  /** The first time, the service takes the form as the other company read it. */
  @Test
  void ofAFormThatChangedAndThatTheCallerDoesNotSee() {
    Client exporter = service.client(world.token(trade.exporter, Role.ADMIN));
    UUID foreign = world.form(trade.exporter, "TRANSACTION");
    String filled = "'amount': '10', 'submissions': [{'form': '%s'}]".formatted(foreign);
    UUID farmer = world.farmer(trade.exporter);
    exporter.post(GOODS, Goods.body(farmer, trade.exporter, trade.cherry, filled)).expect(201);
    member
        .post(GOODS, Goods.body(trade.farmer, trade.coop, trade.cherry, "'amount': '10'"))
        .expect(201);
    exporter.patch(FORMS + foreign + "/", "{}").expect(200);
    String body = Goods.body(trade.farmer, trade.coop, trade.cherry, filled);
    int first = roundTrips("POST", GOODS, body, 400);
    assertEquals(first - ROWS_AND_DOCUMENT, roundTrips("POST", GOODS, body, 400));
  }

  /** After each statement that changes fields, a trigger builds the document of the form again. */
  @Test
  void ofAFormHoweverManyFieldsChange() {
    member = service.client(world.token(trade.coop, Role.ADMIN));
    for (String key : new String[] {"grade", "size", "note"}) {
      world.field(form, key, "TEXT", false, "[]");
    }
    String path = FORMS + form + "/";
    String grade = "{\"key\": \"grade\", \"label\": \"%s\"}";
    String others =
        ", {\"key\": \"size\", \"required\": true}, {\"key\": \"note\", \"default_value\": \"1\"}";
    String fields = "{\"fields\": [" + grade + "%s]}";
    roundTrips("PATCH", path, fields.formatted("A", ""), 200);
    int ofOne = roundTrips("PATCH", path, fields.formatted("B", ""), 200);
    assertEquals(ofOne, roundTrips("PATCH", path, fields.formatted("C", others), 200));
  }

  private int roundTrips(String method, String path, String body, int status, String... headers) {
    int before = WatchedDriver.statements();
    member.send(method, path, body, headers).expect(status);
    return WatchedDriver.statements() - before;
  }

  @Test
  void ofOneRecordHoweverMuchItHas() {
    Client operator = service.client(world.token(null, Role.OPERATOR));
    String bare = COMPANIES + world.company("Bare") + "/";
    assertEquals(TOKEN + DOCUMENT, roundTrips(operator, bare));
    // The token of a caller that is known is checked together with the document.
    assertEquals(DOCUMENT, roundTrips(operator, bare));
    assertEquals(DOCUMENT, roundTrips(operator, COMPANIES + new FullCompany().id + "/"));
    assertEquals(DOCUMENT, roundTrips(operator, FARMERS + trade.farmer + "/"));
  }

  @Test
  void ofAPageAndAShortListHoweverManyRecordsTheyHave() {
    for (int i = 1; i < Reads.USUAL_PAGE; i++) {
      world.farmer(trade.coop);
    }
    assertEquals(TOKEN + PAGE, roundTrips(member, FARMERS));
    assertEquals(TOKEN + PAGE, roundTrips(member, FARMERS + "?limit=1"));
    assertEquals(TOKEN + PAGE, roundTrips(member, FARMERS, "Accept", "application/x-ndjson"));
    assertEquals(
        TOKEN + PAGE + COLUMNS_OF_FORMS, roundTrips(member, FARMERS, "Accept", "text/csv"));
  }

  private static int roundTrips(Client client, String path, String... headers) {
    int before = WatchedDriver.statements();
    client.get(path, headers).expect(200);
    return WatchedDriver.statements() - before;
  }
}
