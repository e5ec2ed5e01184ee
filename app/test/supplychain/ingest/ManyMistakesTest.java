package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import supplychain.Reply;

/** A mistake that many lines share is one finding that says what to do. */
class ManyMistakesTest {
  private static final String COLUMNS = "date,source,product,quantity,amount\n";

  private final BulkScene scene = new BulkScene();
  private final UUID farmer = scene.world.farmer(scene.company);
  private final UUID product = scene.world.product("Cherry");

  private static List<String> findings(Reply reply) {
    return reply.expect(400).details();
  }

  private String row(String date, Object source, Object goods, String quantity) {
    return String.join(",", date, source.toString(), goods.toString(), quantity, "1") + "\n";
  }

  @Test
  void manyDatesInTheSameWrongFormatAreOneFindingWithAnExample() {
    String rows =
        IntStream.rangeClosed(13, 28)
            .mapToObj(day -> row(day + "/10/2026", farmer, product, "1"))
            .collect(Collectors.joining());
    String table = COLUMNS + rows + row("2026-11-21", farmer, product, "1 300");
    assertEquals(
        List.of(
            "/2/date Lines 2–17: for example, \"13/10/2026\" must be written 2026-10-13.",
            "/18/quantity \"1 300\" must be written 1300."),
        findings(scene.csv(GOODS, table)));
  }

  @Test
  void aDateWithTwoReadingsIsAFindingOfItsOwn() {
    String table =
        COLUMNS
            + row("13/10/2026", farmer, product, "1")
            + row("03/10/2026", farmer, product, "1")
            + row("soon", farmer, product, "1")
            + row("14/9/2026", farmer, product, "1");
    assertEquals(
        List.of(
            "/2/date Lines 2, 5: for example, \"13/10/2026\" must be written 2026-10-13.",
            "/3/date \"03/10/2026\" must be written 2026-10-03 or 2026-03-10.",
            "/4/date \"soon\" must be a date, like 2026-11-21, or a date and time with its offset,"
                + " like 2026-11-21T08:00:00Z."),
        findings(scene.csv(GOODS, table)));
  }

  @Test
  void aColumnOfIdsWithNamesIsToBeRenamedAndTheOtherColumnsAreCheckedToo() {
    String table =
        COLUMNS + row("", farmer, "Wet cocoa", "1") + row("", farmer, "Dry cocoa", "plenty");
    assertEquals(
        List.of(
            "/1/product No value here is an id: rename the column `product.name`, or write ids.",
            "/3/quantity \"plenty\" must be in kg, as a plain decimal like 1.50, of at most 25"
                + " digits, at most 6 after the point."),
        findings(scene.csv(GOODS, table)));
    assertEquals(
        List.of(
            "/1/Source No value here is an id: rename the column `source.number` or"
                + " `source.reference_number` or `source.card` or `source.name`, or write ids."),
        findings(scene.csv(GOODS, "Source,product,amount\nF-12," + product + ",1\n")));
  }

  @Test
  void theSameHoldsForParentsPaymentsAndBuyers() {
    String goods = "source,product,quantity,amount,parents,transaction_payments.amount,";
    assertEquals(
        List.of(
            "/1/parents No value here is an id: rename the column `parents.number`, or write ids.",
            "/1/transaction_payments.premium No value here is an id: rename the column"
                + " `transaction_payments.premium.name`, or write ids."),
        findings(
            scene.csv(
                GOODS,
                goods
                    + "transaction_payments.premium\n%s,%s,1,1,L-1 L-2,1,Organic\n"
                        .formatted(farmer, product))));
    assertEquals(
        List.of("/1/buyer No value here is an id: rename the column `buyer.name`, or write ids."),
        findings(scene.csv(FARMERS, "first_name,country,buyer\nRuth,Uganda,Cooperative\n")));
    assertEquals(
        List.of(
            "/1/transaction No value here is an id: rename the column `transaction.number`, or"
                + " write ids."),
        findings(scene.csv(PAYMENTS, "transaction,amount\n1742-1,5\n")));
  }

  @Test
  void oneWrongIdAmongOthersIsNoReasonToRenameTheColumn() {
    String table = COLUMNS + row("", farmer, product, "1") + row("", farmer, "Wet cocoa", "1");
    assertEquals(
        List.of("/3/product \"Wet cocoa\" must be an id, or an object with name."),
        findings(scene.csv(GOODS, table)));
  }
}
