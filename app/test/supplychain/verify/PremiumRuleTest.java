package supplychain.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.verify.PremiumRule.Paid;

/** What the rule of a premium gives. */
class PremiumRuleTest {
  private static final String RULE =
      """
      {"calculation": "%s", "type": "%s", "amount": "2.50",
       "options": [{"id": "019c0000-0000-7000-8000-00000000e011", "name": "Gold", "amount": "12.5"}],
       "ranges": [{"min": "0", "max": "50", "amount": "1"}, {"min": "50", "max": null, "amount": "3"}]}\
      """;

  @ParameterizedTest
  @CsvSource({
    "NORMAL, PER_TRANSACTION, , , 2.50",
    "NORMAL, PER_KG, 100.5, , 251.25",
    "NORMAL, PER_KG, 4, , 10.00",
    "NORMAL, PER_KG, 0, , 0.00",
    "NORMAL, PER_KG, , 10, ",
    "NORMAL, PER_KG, 0.000001, , 0.000003",
    "NORMAL, PER_KG, 0.0000005, , 0.000001",
    "NORMAL, PER_KG, 9999999999999999999, , 24999999999999999997.50",
    "NORMAL, PER_KG, 9999999999999999999999999, , ",
    "NORMAL, PER_UNIT_CURRENCY, , 10, 25.00",
    "NORMAL, PER_UNIT_CURRENCY, 10, , ",
    "MANUAL, PER_TRANSACTION, 10, 10, ",
    "RANGE, PER_TRANSACTION, 49.999999, , 1",
    "RANGE, PER_TRANSACTION, 50, , 3",
    "RANGE, PER_KG, 50, , 150",
    "RANGE, PER_TRANSACTION, , , ",
  })
  void theRuleGivesAnExactAmountOrNone(
      String calculation, String type, BigDecimal kilograms, BigDecimal price, String given) {
    assertEquals(given, given(calculation, type, new Paid(null, kilograms, price, false)));
  }

  @ParameterizedTest
  @CsvSource({
    "Gold, PER_TRANSACTION, 12.5",
    "019C0000-0000-7000-8000-00000000E011, PER_TRANSACTION, 12.5",
    "Gold, PER_KG, 50.0",
    "Silver, PER_TRANSACTION, ",
    ", PER_TRANSACTION, "
  })
  void anOptionGivesItsOwnAmount(String option, String type, String given) {
    assertEquals(given, given("OPTIONS", type, new Paid(option, new BigDecimal(4), null, false)));
  }

  @ParameterizedTest
  @CsvSource({"true, 2.50", "false, "})
  void aPremiumPerFarmerIsPaidToFarmers(boolean isToFarmer, String given) {
    Paid paid = new Paid(null, BigDecimal.TEN, BigDecimal.TEN, isToFarmer);
    assertEquals(given, given("NORMAL", "PER_FARMER", paid));
  }

  private static String given(String calculation, String type, Paid paid) {
    PremiumRule rule = PremiumRule.read(RULE.formatted(calculation, type));
    return rule.gives(paid).map(BigDecimal::toPlainString).orElse(null);
  }
}
