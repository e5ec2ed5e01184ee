package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Team.*;
import static supplychain.records.transaction.Trade.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.records.transaction.Trade.Kind;

/** A product transaction and a payment, every field written and read back. */
class TransactionDocumentTest {
  private static final String TIME =
      "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?\\+00:00";

  private static final String SALE =
      """
      {"amount": "1250.50", "source": "<coop>", "destination": "<exporter>",
       "product": "<product>", "currency": "EUR", "number": "S-1",
       "date": "2026-11-21T08:00:00.123456789+07:00", "invoice_number": "INV 7",
       "verification_latitude": -1.25, "verification_longitude": 30.5, "method": "INVOICE",
       "quality_correction": 97.5, "quantity": "100.500", "card": "<card>",
       "parents": ["<second lot>", "<first lot>"],
       "submissions": [{"form": "<form>", "product": "<product>",
         "values": [{"field": "moisture", "value": "11.5"}, {"field": "<grade>", "value": "A"}]}],
       "transaction_payments": [{"amount": 12.50, "premium": "<premium>",
         "selected_option": "Gold", "submissions": ["<first>"], "number": "P-1",
         "payment_type": "TRANSACTION_PREMIUM", "source": "<coop>", "destination": "<exporter>",
         "currency": "UGX", "date": "2026-11-22T00:00:00Z", "invoice_number": "REFUND",
         "verification_latitude": 0.5, "verification_longitude": -30, "method": "NONE",
         "card": "<card>"}]}""";

  private static final String SALE_SHOWN =
      """
      {"amount": "1250.50", "source": "<coop>", "destination": "<exporter>",
       "product": "<product>", "id": "*",
       "transaction_payments": [{"source": "<coop>", "destination": "<exporter>", "id": "*",
         "currency": "<shilling>", "number": "P-1", "created_on": "*",
         "date": "2026-11-22T00:00:00+00:00", "invoice_number": "REFUND",
         "verification_latitude": 0.5, "verification_longitude": -30, "method": "NONE",
         "payment_type": "TRANSACTION_PREMIUM", "amount": 12.50, "selected_option": "Gold",
         "creator": "<user>", "updater": "<user>", "card": "<card>", "premium": "<premium>",
         "transaction": "<id>", "submissions": ["<first>"], "type": "OUTGOING",
         "updated_on": "*", "invoice": null}],
       "currency": "<euro>",
       "submissions": [{
         "values": [
           {"field": "<grade>", "value": "A", "id": "*", "updated_on": "*", "created_on": "*",
            "creator": "<user>", "updater": "<user>"},
           {"field": "<moisture>", "value": "11.5", "id": "*", "updated_on": "*",
            "created_on": "*", "creator": "<user>", "updater": "<user>"}],
         "form": "<form>", "id": "*", "updated_on": "*", "created_on": "*", "creator": "<user>",
         "updater": "<user>", "product": "<product>"}],
       "card_details": {"card_id": "<card id>", "id": "*", "updated_on": "*", "created_on": "*",
         "display_id": null, "creator": "<system>", "updater": "<system>"},
       "currency_details": {"name": "Euro", "id": "*", "code": "EUR"},
       "number": "S-1", "created_on": "*", "date": "2026-11-21T01:00:00.123456+00:00",
       "invoice_number": "INV 7", "verification_latitude": -1.25, "verification_longitude": 30.5,
       "method": "INVOICE", "quality_correction": 97.5, "quantity": "100.500",
       "creator": "<user>", "updater": "<user>", "card": "<card>",
       "parents": ["<second lot>", "<first lot>"], "type": "OUTGOING",
       "source_quantity": "100.500", "current_quantity": "100.500", "updated_on": "*",
       "invoice": null}""";

  private static final String LEAST_GOODS_SHOWN =
      """
      {"amount": "10", "source": "<farmer>", "destination": "<coop>", "product": "<product>",
       "id": "*", "transaction_payments": [], "currency": "<shilling>", "submissions": [],
       "card_details": null,
       "currency_details": {"name": "Ugandan Shilling", "id": "*", "code": "UGX"},
       "number": "<number>", "created_on": "*", "date": "<date>", "invoice_number": null,
       "verification_latitude": null, "verification_longitude": null, "method": "NONE",
       "quality_correction": 100, "quantity": null, "creator": "<user>", "updater": "<user>",
       "card": null, "parents": [], "type": "INCOMING", "source_quantity": "0",
       "current_quantity": "0", "updated_on": "*", "invoice": null}""";

  private static final String PAYMENT =
      """
      {"source": "<coop>", "destination": "<farmer>", "currency": "EUR", "number": "P-1",
       "date": "2026-11-21T08:00:00.123456789+07:00", "invoice_number": "INV 7",
       "verification_latitude": -1.25, "verification_longitude": 30.5, "method": "INVOICE",
       "payment_type": "TRANSACTION_PREMIUM", "amount": 12.50, "selected_option": "Gold",
       "card": "<card>", "premium": "<premium>", "transaction": "<first lot>",
       "submissions": ["<second>", "<first>"]}""";

  private static final String PAYMENT_SHOWN =
      """
      {"source": "<coop>", "destination": "<farmer>", "id": "*",
       "premium_details": {"name": "Organic", "id": "*",
         "options": [
           {"name": "Gold", "amount": 12.50, "id": "*", "updated_on": "*", "created_on": "*",
            "is_active": true, "creator": "<system>", "updater": "<system>"},
           {"name": "Silver", "amount": 12.50, "id": "*", "updated_on": "*", "created_on": "*",
            "is_active": false, "creator": "<system>", "updater": "<system>"}],
         "updated_on": "*", "created_on": "*", "category": "PAYOUT",
         "type": "PER_TRANSACTION", "amount": 2.50, "included": false,
         "dependant_on_card": false, "applicable_activity": "BUY",
         "calculation_type": "OPTIONS", "is_active": true, "creator": "<system>",
         "updater": "<system>", "owner": "<coop>"},
       "currency_details": {"name": "Euro", "id": "*", "code": "EUR"},
       "currency": "<euro>", "number": "P-1", "created_on": "*",
       "date": "2026-11-21T01:00:00.123456+00:00", "invoice_number": "INV 7",
       "verification_latitude": -1.25, "verification_longitude": 30.5, "method": "INVOICE",
       "payment_type": "TRANSACTION_PREMIUM", "amount": 12.50, "selected_option": "Gold",
       "creator": "<user>", "updater": "<user>", "card": "<card>", "premium": "<premium>",
       "transaction": "<first lot>", "submissions": ["<second>", "<first>"],
       "type": "OUTGOING", "updated_on": "*", "invoice": null}""";

  private static final String LEAST_PAYMENT_SHOWN =
      """
      {"source": "<coop>", "destination": "<farmer>", "id": "*", "premium_details": null,
       "currency_details": {"name": "Ugandan Shilling", "id": "*", "code": "UGX"},
       "currency": "<shilling>", "number": "<number>", "created_on": "*", "date": "<date>",
       "invoice_number": null, "verification_latitude": null, "verification_longitude": null,
       "method": "NONE", "payment_type": null, "amount": 0, "selected_option": null,
       "creator": "<user>", "updater": "<user>", "card": null, "premium": null,
       "transaction": null, "submissions": [], "type": "OUTGOING", "updated_on": "*",
       "invoice": null}""";

  private final Trade trade = new Trade();
  private final UUID form = trade.named("form", trade.world.form(trade.coop, "TRANSACTION"));
  private final UUID premium =
      trade.named("premium", trade.world.premium(trade.coop, "OPTIONS", true));
  private final String first = trade.named("first", submission(trade.coop));
  private final String firstLot = trade.named("first lot", lot());

  TransactionDocumentTest() {
    trade.named("card", trade.world.card(trade.coop, trade.coop));
    trade.named("grade", trade.world.field(form, "grade", "TEXT", true, "[]"));
    trade.named("moisture", trade.world.field(form, "moisture", "FLOAT", false, "[]"));
    trade.named("euro", trade.world.currency("EUR"));
    trade.named("shilling", trade.world.currency("UGX"));
    trade.named("second", submission(trade.coop));
    trade.named("second lot", lot());
    trade.world.option(premium, "Gold", true);
    trade.world.option(premium, "Silver", false);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyFieldIsKeptAndShown(Kind kind) {
    JsonNode shown = trade.record(kind, full(kind)).json();
    assertDocument(kind == Kind.GOODS ? SALE_SHOWN : PAYMENT_SHOWN, shown);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theRequiredFieldsAreEnough(Kind kind) {
    JsonNode shown = trade.record(kind, trade.body(kind).without("quantity")).json();
    formed(shown, "/date", TIME);
    assertDocument(kind == Kind.GOODS ? LEAST_GOODS_SHOWN : LEAST_PAYMENT_SHOWN, shown);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nullIsTheSameAsALeftOutField(Kind kind) {
    ObjectNode nulls = trade.body(kind);
    full(kind).fieldNames().forEachRemaining(name -> nulls.putIfAbsent(name, nulls.nullNode()));
    JsonNode shown = trade.record(kind, nulls).json();
    JsonNode least = trade.record(kind, trade.body(kind)).json();
    assertEquals(without(withoutOwn(least), "date"), without(withoutOwn(shown), "date"));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aDocumentCanBeSentBackAsReadAndCreatesAnEqualRecord(Kind kind) {
    for (ObjectNode body : List.of(full(kind), trade.body(kind))) {
      ObjectNode read = (ObjectNode) trade.record(kind, body).json();
      read.findParents("number").forEach(parent -> ((ObjectNode) parent).remove("number"));
      JsonNode again = trade.record(kind, read).json();
      assertEquals(withoutOwn(read), withoutOwn(again));
      assertEquals(read.get("transaction"), again.get("transaction"));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theServiceIgnoresItsOwnFieldsInABody(Kind kind) {
    ObjectNode body = full(kind);
    body.findParents("number").forEach(parent -> ((ObjectNode) parent).remove("number"));
    JsonNode before = trade.record(kind, body.deepCopy()).json();
    for (JsonNode each :
        List.of(
            body,
            body.at("/transaction_payments/0"),
            body.at("/submissions/0"),
            body.at("/submissions/0/values/0"))) {
      if (each instanceof ObjectNode object) {
        for (String own : List.of("id", "created_on", "updated_on", "creator", "updater")) {
          with(object, own, "[7]");
        }
      }
    }
    for (JsonNode each : List.of(body, body.at("/transaction_payments/0"))) {
      if (each instanceof ObjectNode object) {
        with(with(with(object, "type", "7"), "invoice", "{\"a\": 1}"), "currency_details", "7");
      }
    }
    with(body, kind == Kind.GOODS ? "card_details" : "premium_details", "true");
    JsonNode shown = trade.record(kind, body).json();
    assertEquals(withoutOwn(before), withoutOwn(shown));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0.0", "0.5", "99.9", "100", "250", "1e300"})
  void aQualityCorrectionIsRecordedAndChangesNoQuantity(String sent) {
    JsonNode shown =
        trade.record(Kind.GOODS, with(trade.goods(), "quality_correction", sent)).json();
    assertEquals(Math.abs(Double.parseDouble(sent)), shown.get("quality_correction").asDouble());
    assertEquals("100", shown.get("current_quantity").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-0.001 range", "1e309 range", "1e999999999 range", "\"5\" type"})
  void aQualityCorrectionIsFiniteAndNotNegative(String sent) {
    String[] parts = sent.split(" ", 2);
    trade.refuse(
        Kind.GOODS,
        with(trade.goods(), "quality_correction", parts[0]),
        "/quality_correction " + parts[1]);
  }

  @Test
  void thePaymentsSubmissionsBelongToTheCompany() {
    refuseSubmission("does_not_exist", submission(trade.exporter));
    refuseSubmission("does_not_exist", UUID.randomUUID().toString());
    refuseSubmission("does_not_exist", firstLot);
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
  void everyMistakeIsNamedAtOnce() {
    ObjectNode body = object("{\"source\": 1, \"amount\": -1, \"amuont\": 2}");
    withText(withText(withText(body, "premium", UUID.randomUUID()), "currency", ""), "method", "X");
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

  private String lot() {
    return trade.record(Kind.GOODS, trade.goods().put("quantity", "500")).id();
  }

  private static JsonNode withoutOwn(JsonNode document) {
    return without(document, "id", "number", "created_on", "updated_on", "transaction");
  }

  private ObjectNode full(Kind kind) {
    return object(trade.fill(kind == Kind.GOODS ? SALE : PAYMENT));
  }

  private void assertDocument(String expected, JsonNode shown) {
    trade.named("id", shown.get("id").asText());
    trade.named("number", shown.get("number").asText());
    trade.named("date", shown.get("date").asText());
    trade.named("card id", shown.at("/card_details/card_id").asText());
    assertShown(trade.fill(expected), shown);
  }
}
