package supplychain.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How shares of a lot are added up, cut and written. */
@Tag("unit")
class OriginSharesTest {
  private static final BigDecimal THREE = new BigDecimal(3);
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);
  private static final UUID OTHER = new UUID(0, 3);

  private static BigDecimal third() {
    return BigDecimal.ONE.divide(THREE, Portion.DIGITS);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 60, 1, 60",
    "0.4999999999999999999999999999999, 3, 0.5, 1.5",
    "0.3333339, 3, 0.333333, 1.000001",
    "0.0000009, 1000000, 0, 0.9",
    "0, 5, 0, 0",
    ", 5, ,",
    "0.25, , 0.25,"
  })
  void aShareIsCutAfterSixDigitsAndItsWeightIsExact(
      BigDecimal share, BigDecimal whole, String shareText, String quantityText) {
    Portion portion = new Portion(share, whole);
    assertEquals(shareText, portion.shareText());
    assertEquals(quantityText, portion.quantityText());
  }

  @Test
  void threeThirdsOfAWholeAreAllOfIt() {
    ShareSum sum = new ShareSum();
    for (int i = 0; i < 3; i++) {
      sum.add(ONE, third(), false);
    }
    assertEquals(List.of(ONE + " 1 3"), texts(sum));
  }

  @Test
  void theLargestShareIsFirstAndUnknownSharesAreLast() {
    ShareSum sum = new ShareSum();
    sum.add(OTHER, BigDecimal.ZERO, true);
    sum.add(ONE, third(), false);
    sum.add(TWO, third(), true);
    sum.add(TWO, third(), false);
    assertEquals(
        List.of(TWO + " 0.666666 2", ONE + " 0.333333 1", OTHER + " null null"), texts(sum));
    assertEquals("1", Share.total(sum.shares(THREE), THREE).shareText());
  }

  private static List<String> texts(ShareSum sum) {
    return sum.shares(THREE).stream()
        .map(
            share -> {
              Portion portion = share.portion();
              return share.id() + " " + portion.shareText() + " " + portion.quantityText();
            })
        .toList();
  }
}
