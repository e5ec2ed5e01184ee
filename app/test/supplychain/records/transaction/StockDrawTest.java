package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.core.Problem;

/** How much a transaction draws from each of its lots. */
@Tag("unit")
class StockDrawTest {
  private static final UUID CHERRY = new UUID(0, 1);
  private static final UUID BEANS = new UUID(0, 2);

  /** Lots of cherries with these quantities; "?" is an unknown quantity. */
  private static Map<String, Stock.Lot> lots(String quantities) {
    Map<String, Stock.Lot> lots = new LinkedHashMap<>();
    for (String left : quantities.split(" ", -1)) {
      BigDecimal remaining = left.equals("?") ? null : new BigDecimal(left);
      UUID id = new UUID(1, lots.size());
      lots.put(
          "/parents/" + lots.size(), new Stock.Lot(id, "L" + lots.size(), null, CHERRY, remaining));
    }
    return lots;
  }

  private static List<String> draws(String quantities, UUID product, String quantity) {
    BigDecimal moved = quantity.equals("?") ? null : new BigDecimal(quantity);
    return Stock.draw(lots(quantities), product, moved).stream()
        .map(draw -> draw.quantity() + " leaves " + draw.left())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "30 50 20, 60, '[30 leaves 0, 30 leaves 20, 0 leaves 20]'",
    "10 10, 10, '[10 leaves 0, 0 leaves 10]'",
    "10 5.5, 15.5, '[10 leaves 0, 5.5 leaves 0.0]'",
    "? 100, 60, '[null leaves 0, 60 leaves 40]'",
    "100 ?, 60, '[60 leaves 40, 0 leaves null]'",
    "100, ?, '[100 leaves 0]'",
    "?, ?, '[null leaves 0]'"
  })
  void aSaleDrawsItsQuantityFromTheLotsInTheirOrder(String lots, String sold, String draws) {
    assertEquals(draws, draws(lots, CHERRY, sold).toString());
  }

  @ParameterizedTest
  @CsvSource({"100 50, '[100 leaves 0, 50 leaves 0]'", "? 7, '[null leaves 0, 7 leaves 0]'"})
  void processingTakesEveryLotWhole(String lots, String draws) {
    assertEquals(draws, draws(lots, BEANS, "25").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "10 5.5, 15.6, '[current_quantity, current_quantity]'",
    "10 0, 1, '[current_quantity, nothing_left]'",
    "?, 5, [current_quantity]",
    "0, 0, [nothing_left]",
    "0.00, ?, [nothing_left]"
  })
  void moreThanIsLeftIsRefusedForEachLot(String lots, String sold, String codes) {
    Problem refused = assertThrows(Problem.class, () -> draws(lots, CHERRY, sold));
    assertEquals(codes, refused.findings().stream().map(f -> f.code()).toList().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100        | 120 | You asked for 120 kg; lot L0 has 100 kg left.",
        "10 ? 5.5   | 16  | You asked for 16 kg; lot L0 has 10 kg left, lot L1 has an unknown"
            + " quantity left, lot L2 has 5.5 kg left.",
        "1 1 1 1 1 1 1 | 9 | You asked for 9 kg; lot L0 has 1 kg left, lot L1 has 1 kg left,"
            + " lot L2 has 1 kg left, lot L3 has 1 kg left, lot L4 has 1 kg left and 2 more lots.",
        "0          | 1   | Lot L0 is used up.",
        "0 5 0      | 1   | Lots L0, L2 are used up."
      })
  void theRefusalNamesTheFirstLotsWithWhatIsLeft(String lots, String sold, String detail) {
    Problem refused = assertThrows(Problem.class, () -> draws(lots, CHERRY, sold));
    assertEquals(detail, refused.getMessage());
  }
}
