package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Template.as;
import static supplychain.records.transaction.Trade.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.core.Caller;
import supplychain.records.transaction.Trade.Kind;

/** A payment, every field written and read back. */
class PaymentTransactionTest {
  private static final String PAYMENT =
      """
      {"source": "<coop>", "destination": "<farmer>", "currency": "EUR", "number": "P-1",
       "date": "2026-11-21T08:00:00.123456789+07:00", "invoice_number": "INV 7",
       "verification_latitude": -1.25, "verification_longitude": 30.5, "method": "INVOICE",
       "payment_type": "TRANSACTION_PREMIUM", "amount": 12.50, "selected_option": "Gold",
       "card": "<card>", "premium": "<premium>", "transaction": "<transaction>",
       "submissions": ["<second>", "<first>"]}""";

  private static final String PAYMENT_SHOWN =
      """
      {"source": "<coop>", "destination": "<farmer>", "id": "<id>",
       "premium_details": {"name": "Organic", "id": "<premium>",
         "options": [
           {"name": "Gold", "amount": 12.50, "id": "<gold>", "updated_on": "<goldOn>",
            "created_on": "<goldOn>", "is_active": true, "creator": "<system>",
            "updater": "<system>"},
           {"name": "Silver", "amount": 12.50, "id": "<silver>", "updated_on": "<silverOn>",
            "created_on": "<silverOn>", "is_active": false, "creator": "<system>",
            "updater": "<system>"}],
         "updated_on": "<premiumOn>", "created_on": "<premiumOn>", "category": "PAYOUT",
         "type": "PER_TRANSACTION", "amount": 2.50, "included": false,
         "dependant_on_card": false, "applicable_activity": "BUY",
         "calculation_type": "OPTIONS", "is_active": true, "creator": "<system>",
         "updater": "<system>", "owner": "<coop>"},
       "currency_details": {"name": "Euro", "id": "<euro>", "code": "EUR"},
       "currency": "<euro>", "number": "P-1", "created_on": "<on>",
       "date": "2026-11-21T01:00:00.123456+00:00", "invoice_number": "INV 7",
       "verification_latitude": -1.25, "verification_longitude": 30.5, "method": "INVOICE",
       "payment_type": "TRANSACTION_PREMIUM", "amount": 12.50, "selected_option": "Gold",
       "creator": "<user>", "updater": "<user>", "card": "<card>", "premium": "<premium>",
       "transaction": "<transaction>", "submissions": ["<second>", "<first>"],
       "type": "OUTGOING", "updated_on": "<on>", "invoice": null}""";

  private final Trade trade = new Trade();
  private final UUID card = trade.world.card(trade.coop, trade.farmer);
  private final UUID premium = trade.world.premium(trade.coop, "OPTIONS", true);
  private final UUID gold = trade.world.option(premium, "Gold", true);
  private final UUID silver = trade.world.option(premium, "Silver", false);
  private final String first = submission(trade.coop);
  private final String second = submission(trade.coop);
  private final String transaction = trade.record(Kind.GOODS, trade.goods()).id();

  @Test
  void everyFieldIsKeptAndShown() {
    JsonNode shown = trade.record(Kind.PAYMENT, full()).json();
    String expected =
        fill(
            PAYMENT_SHOWN,
            as("id", Template.id(shown, "/id")),
            as("on", Template.time(shown, "/created_on")),
            as("premiumOn", Template.time(shown, "/premium_details/created_on")),
            as("goldOn", Template.time(shown, "/premium_details/options/0/created_on")),
            as("silverOn", Template.time(shown, "/premium_details/options/1/created_on")),
            as("gold", gold),
            as("silver", silver),
            as("euro", trade.world.currency("EUR")),
            as("user", trade.user),
            as("system", Caller.SYSTEM));
    Template.assertSame(expected, shown);
  }

  @Test
  void theLeastIsEnough() {
    JsonNode shown = trade.record(Kind.PAYMENT, trade.payment()).json();
    String expected =
        fill(
            """
            {"source": "<coop>", "destination": "<farmer>", "id": "<id>",
             "premium_details": null,
             "currency_details": {"name": "Ugandan Shilling", "id": "<shilling>", "code": "UGX"},
             "currency": "<shilling>", "number": "<number>", "created_on": "<on>",
             "date": "<date>", "invoice_number": null, "verification_latitude": null,
             "verification_longitude": null, "method": "NONE", "payment_type": null,
             "amount": 0, "selected_option": null, "creator": "<user>", "updater": "<user>",
             "card": null, "premium": null, "transaction": null, "submissions": [],
             "type": "OUTGOING", "updated_on": "<on>", "invoice": null}""",
            as("id", Template.id(shown, "/id")),
            as("shilling", trade.world.currency("UGX")),
            as("number", shown.get("number").asText()),
            as("on", Template.time(shown, "/created_on")),
            as("date", Template.time(shown, "/date")),
            as("user", trade.user));
    Template.assertSame(expected, shown);
  }

  @Test
  void nullIsAsIfLeftOut() {
    ObjectNode nulls = trade.payment();
    Template.object(PAYMENT)
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!nulls.has(name)) {
                nulls.putNull(name);
              }
            });
    JsonNode shown = trade.record(Kind.PAYMENT, nulls).json();
    JsonNode least = trade.record(Kind.PAYMENT, trade.payment()).json();
    assertEquals(
        Template.withoutOwn(least, "date").toPrettyString(),
        Template.withoutOwn(shown, "date").toPrettyString());
  }

  @Test
  void aDocumentCanBeSentBackAsReadAndCreatesAnEqualRecord() {
    for (ObjectNode body : new ObjectNode[] {full(), trade.payment()}) {
      ObjectNode read = (ObjectNode) trade.record(Kind.PAYMENT, body).json();
      read.remove("number");
      JsonNode again = trade.record(Kind.PAYMENT, read).json();
      assertEquals(
          Template.withoutOwn(read).toPrettyString(), Template.withoutOwn(again).toPrettyString());
      assertEquals(read.get("transaction"), again.get("transaction"));
    }
  }

  @Test
  void theServicesOwnFieldsAreIgnored() {
    ObjectNode body = full();
    for (String own : new String[] {"id", "creator", "premium_details", "invoice", "type"}) {
      with(body, own, "7");
    }
    for (String own : new String[] {"created_on", "updated_on", "currency_details", "updater"}) {
      with(body, own, "[\"yesterday\"]");
    }
    JsonNode shown = trade.record(Kind.PAYMENT, body).json();
    Template.id(shown, "/id");
    Template.time(shown, "/updated_on");
    assertEquals(trade.user.toString(), shown.get("creator").asText());
    assertEquals("EUR", shown.at("/currency_details/code").asText());
    assertEquals("OUTGOING", shown.get("type").asText());
  }

  @Test
  void itsSubmissionsAreThoseOfTheCompany() {
    refuseSubmission("does_not_exist", submission(trade.exporter));
    refuseSubmission("does_not_exist", UUID.randomUUID().toString());
    refuseSubmission("does_not_exist", transaction);
    refuseSubmission("format", "first");
    refuseSubmission("duplicate", first);
    trade.refuse(
        Kind.PAYMENT,
        with(trade.payment(), "submissions", "[null, 1, {}]"),
        "/submissions/0 type",
        "/submissions/1 type",
        "/submissions/2 type");
    trade.refuse(Kind.PAYMENT, with(trade.payment(), "submissions", "{}"), "/submissions type");
  }

  private void refuseSubmission(String code, String id) {
    String ids = "[\"%s\", \"%s\"]".formatted(first, id);
    trade.refuse(Kind.PAYMENT, with(trade.payment(), "submissions", ids), "/submissions/1 " + code);
  }

  @Test
  void itNamesAtMostAHundredSubmissionsAndKeepsTheirOrder() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ids.add('"' + submission(trade.coop) + '"');
    }
    Collections.reverse(ids);
    ObjectNode most = with(trade.payment(), "submissions", ids.toString());
    assertEquals(
        String.join(",", ids),
        trade
            .record(Kind.PAYMENT, most)
            .json()
            .get("submissions")
            .toString()
            .replaceAll("[\\[\\]]", ""));
    ids.add('"' + first + '"');
    trade.refuse(
        Kind.PAYMENT,
        with(trade.payment(), "submissions", ids.toString()),
        "/submissions too_many");
  }

  @Test
  void everyMistakeIsNamedAtOnce() {
    ObjectNode body = Template.object("{\"source\": 1, \"amount\": -1, \"amuont\": 2}");
    body.put("premium", UUID.randomUUID().toString()).put("currency", "").put("method", "GOLD");
    trade.refuse(
        Kind.PAYMENT,
        body,
        "/destination required",
        "/source type",
        "/amount range",
        "/currency blank",
        "/method not_a_choice",
        "/premium does_not_exist",
        "/amuont unknown_field");
  }

  private String submission(UUID company) {
    return trade.world.submission(company, trade.world.form(company, "PAYMENT")).toString();
  }

  private ObjectNode full() {
    return Template.object(fill(PAYMENT));
  }

  private String fill(String template, Template.Value... more) {
    return Template.fill(
        Template.fill(template, more),
        as("coop", trade.coop),
        as("farmer", trade.farmer),
        as("card", card),
        as("premium", premium),
        as("transaction", transaction),
        as("first", first),
        as("second", second));
  }
}
