package supplychain.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.verify.WarningScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Json;
import supplychain.core.Role;

/** The amounts of payments for premiums: those that the service finds, and those that it doubts. */
class PremiumWarningsTest {
  private static final String TABLE =
      "source;product;quantity;amount;transaction_payments.premium.name;transaction_payments.amount\n";

  private final WarningScene scene = new WarningScene();
  private final Client admin = scene.world.client(scene.company, Role.ADMIN);

  /** The one premium of a test, with these fields. */
  private Reply premium(String fields) {
    return admin.post(PREMIUMS, merged("{'name': 'Organic'}", fields)).expect(201);
  }

  private static String paid(String premium, String more) {
    return "{'number': 'P-1', 'premium': '" + premium + "'" + more + "}";
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "'amount': '2.50' | | 2.50",
        "'amount': '2.50', 'type': 'PER_KG' | | 250.00",
        "'amount': '0.333333', 'type': 'PER_KG' | 'quantity': '0.5' | 0.166667",
        "'amount': '0.05', 'type': 'PER_UNIT_CURRENCY' | | 0.50",
        "'amount': '7', 'type': 'PER_FARMER' | | 7",
        "'calculation_type': 'OPTIONS', 'options': [{'name': 'Gold', 'amount': '12.5'}] | | 12.5",
        "'calculation_type': 'RANGE', 'ranges': [{'min_quantity': '0', 'max_quantity': '100',"
            + " 'amount': '1'}, {'min_quantity': '100', 'amount': '3'}] | | 3",
      })
  void thePaymentOfAPremiumTakesWhatTheRuleGivesAndAnyOtherAmountIsAWarning(
      String fields, String ofGoods, String given) {
    String premium = premium(fields).id();
    String option = fields.contains("OPTIONS") ? ", 'selected_option': 'Gold'" : "";
    String goods = ofGoods == null ? "" : ofGoods + ", ";
    String payments = goods + "'transaction_payments': [" + paid(premium, option) + "]";
    Reply nested = scene.bought(payments);
    assertEquals(given, nested.json().at("/transaction_payments/0/amount").toString());
    scene.assertWarned(nested);
    String of = "{'transaction': '" + nested.id() + "'}";
    String payment = merged(of, paid(premium, option).replaceAll("[{}]|'number': 'P-1', ", ""));
    assertEquals(given, alone(payment, "").json().get("amount").toString());
    scene.assertWarned(alone(payment, ""));
    scene.assertWarned(alone(payment, "'amount': " + given));
    scene.assertWarned(
        alone(payment, "'amount': 99, 'number': 'P-2'"),
        "premium_amount: Payment P-2 is 99, but the rule of the premium \"Organic\" gives "
            + Json.trusted(given).decimalValue().stripTrailingZeros().toPlainString()
            + ".");
  }

  /** Records a payment, which takes its amount from its rule unless these fields have one. */
  private Reply alone(String payment, String fields) {
    String parties = "{'source': '%s', 'destination': '%s'}";
    String body = merged(scene.dated(parties.formatted(scene.company, scene.farmer)), fields);
    String inside = payment.substring(1, payment.length() - 1);
    return scene.member.post(PAYMENTS, merged(body, inside)).expect(201);
  }

  @Test
  void aPaymentOfNothingIsRecordedWithAWarning() {
    String manual = "'premium': '" + premium("'calculation_type': 'MANUAL'").id() + "'";
    String warning = "no_amount: Payment %s is 0: no money moved.";
    scene.assertWarned(alone("{" + manual + "}", "'number': 'P-1'"), warning.formatted("P-1"));
    scene.assertWarned(scene.paid("'amount': 0, 'number': 'P-2'"), warning.formatted("P-2"));
    Reply goods =
        scene.bought("'transaction_payments': [{'number': 'P-3', 'amount': 0}, {'amount': 10}]");
    scene.assertWarned(goods, warning.formatted("P-3"));
  }

  @Test
  void theRuleGivesNothingForAnotherCurrency() {
    String premium = premium("'amount': '2.50', 'type': 'PER_KG'").id();
    String payment = paid(premium, ", 'currency': 'EUR'");
    scene.assertWarned(
        scene.bought("'transaction_payments': [" + payment + "]"),
        "no_amount: Payment P-1 is 0: no money moved.");
  }

  @Test
  void aChangeOfThePremiumSaysNothingAboutEarlierPayments() {
    Reply premium = premium("'amount': '2.50'");
    Reply payment = alone("{'premium': '" + premium.id() + "'}", "'amount': 9, 'number': 'P-1'");
    scene.assertWarned(
        payment,
        "premium_amount: Payment P-1 is 9, but the rule of the premium \"Organic\" gives 2.5.");
    String change = "{\"name\": \"Organic\", \"amount\": \"3\"}";
    admin.patch(PREMIUMS + premium.id() + "/", change).expect(200);
    assertEquals(List.of(), warnings(scene.member, payment.header("Location")));
  }

  @Test
  void aChangeOfAnOptionSaysNothingAboutEarlierPayments() {
    Reply premium =
        premium("'calculation_type': 'OPTIONS', 'options': [{'name': 'Gold', 'amount': '12.5'}]");
    String gold = "{'premium': '" + premium.id() + "', 'selected_option': 'Gold'}";
    Reply payment = alone(gold, "'amount': 9, 'number': 'P-1'");
    scene.assertWarned(
        payment,
        "premium_amount: Payment P-1 is 9, but the rule of the premium \"Organic\" gives 12.5.");
    String option = premium.json().at("/options/0/id").asText();
    String change = "{'options': [{'id': '" + option + "', 'name': 'Gold', 'amount': '13'}]}";
    admin.patch(PREMIUMS + premium.id() + "/", change.replace('\'', '"')).expect(200);
    assertEquals(List.of(), warnings(scene.member, payment.header("Location")));
  }

  @Test
  void aRowOfATableWithAPremiumNeedsNoAmount() {
    premium("'amount': '2.50', 'type': 'PER_KG'");
    String row = "%s;%s;%%s;10;%%s\n".formatted(scene.farmer, scene.cherry);
    String table = TABLE + row.formatted("100", "Organic;") + row.formatted("90", ";0");
    List<String> paid = new ArrayList<>();
    for (JsonNode line : scene.member.post(GOODS, table, "Content-Type", "text/csv").lines()) {
      Reply goods = scene.member.get(GOODS + line.get("id").asText() + "/");
      List<String> codes = line.path("warnings").findValuesAsText("code");
      paid.add(goods.json().at("/transaction_payments/0/amount") + " " + codes);
    }
    assertEquals(List.of("250.00 []", "0 [no_amount]"), paid);
  }
}
