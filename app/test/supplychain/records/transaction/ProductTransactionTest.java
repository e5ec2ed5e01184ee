package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Template.as;
import static supplychain.records.transaction.Trade.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.core.Caller;
import supplychain.records.transaction.Trade.Kind;

/** A product transaction, every field written and read back. */
class ProductTransactionTest {
  private static final String SALE =
      """
      {"amount": "1250.50", "source": "<coop>", "destination": "<exporter>",
       "product": "<product>", "currency": "EUR", "number": "S-1",
       "date": "2026-11-21T08:00:00.123456789+07:00", "invoice_number": "INV 7",
       "verification_latitude": -1.25, "verification_longitude": 30.5, "method": "INVOICE",
       "quality_correction": 97.5, "quantity": "100.500", "card": "<card>",
       "parents": ["<second>", "<first>"],
       "submissions": [{"form": "<form>", "product": "<product>",
         "values": [{"field": "moisture", "value": "11.5"}, {"field": "<grade>", "value": "A"}]}],
       "transaction_payments": [{"amount": 12.50, "premium": "<premium>",
         "selected_option": "Gold", "submissions": ["<submission>"], "number": "P-1",
         "payment_type": "TRANSACTION_PREMIUM", "source": "<coop>", "destination": "<exporter>",
         "currency": "UGX", "date": "2026-11-22T00:00:00Z", "invoice_number": "REFUND",
         "verification_latitude": 0.5, "verification_longitude": -30, "method": "NONE",
         "card": "<card>"}]}""";

  private static final String SALE_SHOWN =
      """
      {"amount": "1250.50", "source": "<coop>", "destination": "<exporter>",
       "product": "<product>", "id": "<id>",
       "transaction_payments": [{"source": "<coop>", "destination": "<exporter>", "id": "<paid>",
         "currency": "<shilling>", "number": "P-1", "created_on": "<paidOn>",
         "date": "2026-11-22T00:00:00+00:00", "invoice_number": "REFUND",
         "verification_latitude": 0.5, "verification_longitude": -30, "method": "NONE",
         "payment_type": "TRANSACTION_PREMIUM", "amount": 12.50, "selected_option": "Gold",
         "creator": "<user>", "updater": "<user>", "card": "<card>", "premium": "<premium>",
         "transaction": "<id>", "submissions": ["<submission>"], "type": "OUTGOING",
         "updated_on": "<paidOn>", "invoice": null}],
       "currency": "<euro>",
       "submissions": [{
         "values": [
           {"field": "<grade>", "value": "A", "id": "<value0>", "updated_on": "<filledOn>",
            "created_on": "<filledOn>", "creator": "<user>", "updater": "<user>"},
           {"field": "<moisture>", "value": "11.5", "id": "<value1>", "updated_on": "<filledOn>",
            "created_on": "<filledOn>", "creator": "<user>", "updater": "<user>"}],
         "form": "<form>", "id": "<filled>", "updated_on": "<filledOn>",
         "created_on": "<filledOn>", "creator": "<user>", "updater": "<user>",
         "product": "<product>"}],
       "card_details": {"card_id": "<cardId>", "id": "<card>", "updated_on": "<cardOn>",
         "created_on": "<cardOn>", "display_id": null, "creator": "<system>",
         "updater": "<system>"},
       "currency_details": {"name": "Euro", "id": "<euro>", "code": "EUR"},
       "number": "S-1", "created_on": "<on>", "date": "2026-11-21T01:00:00.123456+00:00",
       "invoice_number": "INV 7", "verification_latitude": -1.25, "verification_longitude": 30.5,
       "method": "INVOICE", "quality_correction": 97.5, "quantity": "100.500",
       "creator": "<user>", "updater": "<user>", "card": "<card>",
       "parents": ["<second>", "<first>"], "type": "OUTGOING", "source_quantity": "100.500",
       "current_quantity": "100.500", "updated_on": "<on>", "invoice": null}""";

  private final Trade trade = new Trade();
  private final UUID card = trade.world.card(trade.coop, trade.coop);
  private final UUID form = trade.world.form(trade.coop, "TRANSACTION");
  private final UUID grade = trade.world.field(form, "grade", "TEXT", true, "[]");
  private final UUID moisture = trade.world.field(form, "moisture", "FLOAT", false, "[]");
  private final UUID premium = trade.world.premium(trade.coop, "OPTIONS", true);
  private final UUID submission = trade.world.submission(trade.coop, form);
  private final String first = lot();
  private final String second = lot();

  @Test
  void everyFieldIsKeptAndShown() {
    JsonNode shown = trade.record(Kind.GOODS, sale()).json();
    String expected =
        fill(
            SALE_SHOWN,
            as("id", Template.id(shown, "/id")),
            as("on", Template.time(shown, "/created_on")),
            as("paid", Template.id(shown, "/transaction_payments/0/id")),
            as("paidOn", Template.time(shown, "/transaction_payments/0/created_on")),
            as("filled", Template.id(shown, "/submissions/0/id")),
            as("filledOn", Template.time(shown, "/submissions/0/created_on")),
            as("value0", Template.id(shown, "/submissions/0/values/0/id")),
            as("value1", Template.id(shown, "/submissions/0/values/1/id")),
            as("cardId", Template.formed(shown, "/card_details/card_id", "[0-9a-f]{12}")),
            as("cardOn", Template.time(shown, "/card_details/created_on")),
            as("euro", trade.world.currency("EUR")),
            as("shilling", trade.world.currency("UGX")),
            as("moisture", moisture),
            as("user", trade.user),
            as("system", Caller.SYSTEM));
    Template.assertSame(expected, shown);
  }

  @Test
  void theLeastIsEnough() {
    ObjectNode least = trade.goods();
    least.remove("quantity");
    JsonNode shown = trade.record(Kind.GOODS, least).json();
    String expected =
        Template.fill(
            """
            {"amount": "10", "source": "<farmer>", "destination": "<coop>",
             "product": "<product>", "id": "<id>", "transaction_payments": [],
             "currency": "<shilling>", "submissions": [], "card_details": null,
             "currency_details": {"name": "Ugandan Shilling", "id": "<shilling>", "code": "UGX"},
             "number": "<number>", "created_on": "<on>", "date": "<date>", "invoice_number": null,
             "verification_latitude": null, "verification_longitude": null, "method": "NONE",
             "quality_correction": 100, "quantity": null, "creator": "<user>",
             "updater": "<user>", "card": null, "parents": [], "type": "INCOMING",
             "source_quantity": "0", "current_quantity": "0", "updated_on": "<on>",
             "invoice": null}""",
            as("farmer", trade.farmer),
            as("coop", trade.coop),
            as("product", trade.cherry),
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
    ObjectNode nulls = trade.goods();
    ObjectNode all = Template.object(SALE);
    all.fieldNames()
        .forEachRemaining(
            name -> {
              if (!nulls.has(name)) {
                nulls.putNull(name);
              }
            });
    JsonNode shown = trade.record(Kind.GOODS, nulls).json();
    JsonNode least = trade.record(Kind.GOODS, trade.goods()).json();
    assertEquals(
        Template.withoutOwn(least, "date").toPrettyString(),
        Template.withoutOwn(shown, "date").toPrettyString());
  }

  @Test
  void aDocumentCanBeSentBackAsReadAndCreatesAnEqualRecord() {
    ObjectNode read = (ObjectNode) trade.record(Kind.GOODS, sale()).json();
    read.remove("number");
    ((ObjectNode) read.at("/transaction_payments/0")).remove("number");
    JsonNode again = trade.record(Kind.GOODS, read).json();
    assertEquals(
        Template.withoutOwn(Template.object(read.toString())).toPrettyString(),
        Template.withoutOwn(again).toPrettyString());
  }

  @Test
  void theServicesOwnFieldsAreIgnored() {
    ObjectNode body = sale();
    for (String own : new String[] {"id", "creator", "source_quantity", "card_details", "type"}) {
      with(body, own, "7");
    }
    for (String own : new String[] {"created_on", "updated_on", "current_quantity", "updater"}) {
      with(body, own, "[\"yesterday\"]");
    }
    with(with(body, "invoice", "{\"a\": 1}"), "currency_details", "\"EUR\"");
    ObjectNode paid = (ObjectNode) body.at("/transaction_payments/0");
    for (String own : new String[] {"id", "creator", "type", "transaction", "premium_details"}) {
      with(paid, own, "7");
    }
    for (String own : new String[] {"created_on", "updated_on", "updater", "invoice"}) {
      with(paid, own, "[true]");
    }
    with(paid, "currency_details", "\"UGX\"");
    ObjectNode filled = (ObjectNode) body.at("/submissions/0");
    for (ObjectNode object : new ObjectNode[] {filled, (ObjectNode) filled.at("/values/0")}) {
      for (String own : new String[] {"id", "created_on", "updated_on", "creator", "updater"}) {
        with(object, own, "false");
      }
    }
    with(filled, "form_details", "7");
    with((ObjectNode) filled.at("/values/0"), "field_details", "7");
    JsonNode shown = trade.record(Kind.GOODS, body).json();
    Template.id(shown, "/id");
    Template.id(shown, "/transaction_payments/0/id");
    Template.id(shown, "/submissions/0/id");
    assertEquals(trade.user.toString(), shown.get("creator").asText());
    assertEquals("OUTGOING", shown.get("type").asText());
    assertEquals("100.500", shown.get("source_quantity").asText());
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

  private String lot() {
    return trade.record(Kind.GOODS, trade.goods().put("quantity", "500")).id();
  }

  private ObjectNode sale() {
    trade.world.option(premium, "Gold", true);
    return Template.object(fill(SALE));
  }

  private String fill(String template, Template.Value... more) {
    return Template.fill(
        Template.fill(template, more),
        as("coop", trade.coop),
        as("exporter", trade.exporter),
        as("product", trade.cherry),
        as("card", card),
        as("form", form),
        as("grade", grade),
        as("premium", premium),
        as("submission", submission),
        as("first", first),
        as("second", second));
  }
}
