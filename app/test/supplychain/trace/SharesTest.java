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
class SharesTest {
  private static final BigDecimal THREE = new BigDecimal(3);
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);
  private static final UUID OTHER = new UUID(0, 3);

  private static BigDecimal third() {
    return BigDecimal.ONE.divide(THREE, Shares.DIGITS);
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
    Shares.Share shown = new Shares.Share(ONE, share, whole);
    assertEquals(shareText, shown.partText());
    assertEquals(quantityText, shown.quantityText());
  }

  @Test
  void theLargestShareIsFirstAndUnknownSharesAreLast() {
    Shares.Sums sums = new Shares.Sums();
    sums.add(OTHER, BigDecimal.ZERO, true);
    sums.add(ONE, third(), false);
    sums.add(TWO, third(), true);
    sums.add(TWO, third(), false);
    assertEquals(
        List.of(TWO + " 0.666666 2", ONE + " 0.333333 1", OTHER + " null null"), texts(sums));
    assertEquals("1", Shares.Share.total(sums.shares(THREE), THREE).partText());
  }

  private static List<String> texts(Shares.Sums sums) {
    return sums.shares(THREE).stream()
        .map(share -> share.id() + " " + share.partText() + " " + share.quantityText())
        .toList();
  }
}
