package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.postgres.TemporaryFolder;

/** The command report has the parameters of the requests. */
class ReportCommandTest {
  private final World world = new World();
  private final String name = "Cooperative " + World.unique(8);
  private final UUID coop = world.company(name);
  private final UUID farmer = world.farmer(coop);
  private final Client member = world.client(coop, Role.MEMBER);
  private final UUID product = world.product("Cherry");
  private final Path folder = TemporaryFolder.made("report");

  private String buy(String kg, String amount, String day) {
    String fields = "'quantity': '%s', 'amount': '%s', 'date': '%s'".formatted(kg, amount, day);
    return member.post(GOODS, Goods.body(farmer, coop, product, fields)).expect(201).id();
  }

  private CommandRun unpaid(Path file) {
    return CommandRun.shared("report", "unpaid", "--company", name, "--file", file.toString());
  }

  @Test
  void aTableHasTheRowsAndTheirSums() {
    buy("100.5", "201000", "2025-10-31");
    buy("10", "30000", "2025-11-01");
    assertEquals(
        """
        period   deliveries  kg     unknown  amount  currency  price  first_day   last_day
        2025-10  1           100.5  0        201000  UGX       2000   2025-10-31  2025-10-31
        2025-11  1           10     0        30000   UGX       3000   2025-11-01  2025-11-01
                 2           110.5  0        231000  UGX
        """,
        CommandRun.shared("report", "deliveries", "group=month", "--company", name).out());
    assertEquals(
        """
        period   deliveries  kg  unknown  amount  currency  price  first_day   last_day
        2025-11  1           10  0        30000   UGX       3000   2025-11-01  2025-11-01
        """,
        CommandRun.shared(
                "report", "deliveries", "group=month", "date_from=2025-11-01", "--company", name)
            .out());
  }

  @Test
  void theNameOfAFileChoosesItsFormat() throws Exception {
    buy("10", "30000", "2025-11-01");
    for (String type : new String[] {"csv", "html", "json"}) {
      Path file = folder.resolve("unpaid." + type);
      unpaid(file).requireExit(0);
      assertTrue(Files.readString(file).replace("\u202F", "").contains("30000"), type);
    }
    Path workbook = folder.resolve("unpaid.xlsx");
    unpaid(workbook).requireExit(0);
    assertTrue(Files.size(workbook) > 1000);
    unpaid(folder.resolve("unpaid.pdf"))
        .requireRefused(
            2, "The name of the file must end with one of .json, .csv, .xlsx, .html, .svg.");
    unpaid(workbook).requireExit(1, "There is already a file");
  }

  @Test
  void aFileHasAllRowsInEachFormat() throws Exception {
    String lot = buy("1", "100", "2025-10-31");
    World.copy(PRODUCT_TRANSACTION, UUID.fromString(lot), "number", 150);
    Path json = folder.resolve("unpaid.json");
    unpaid(json).requireExit(0);
    assertEquals(151, Json.trusted(Files.readString(json)).get("items").size());
  }

  @Test
  void aMistakeIsNamedWithTheNearestWord() {
    CommandRun.shared("report", "deliveries", "group=mnth", "--company", name)
        .requireExit(1, "Did you mean `month`?", "There is one mistake. The lines above name it.");
    CommandRun.shared("report", "delivery", "--company", name)
        .requireExit(2, "it must be one of deliveries, unpaid, balances");
    CommandRun.shared("report", "unpaid").requireExit(2, "Name the company with --company.");
  }
}
