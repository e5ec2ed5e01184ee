package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.HISTORY;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.Reply;
import supplychain.WatchedDriver;
import supplychain.World;
import supplychain.core.Role;

/** Lines that are recorded together take as many statements as a few of them. */
class BulkStatementsTest extends OneCompany {
  private static final int FEW = 4;
  private static final int MANY = 400;

  private final String token = world.token(company, Role.MEMBER);
  private final Client member = Installation.shared().client(token);

  @Test
  void farmersWithCardsOfWhomEverySecondIsWrong() {
    assertSameStatements(
        FARMERS,
        i ->
            "{'first_name': '%s', 'entity_card': {'card': {'card_id': '%s'}}}"
                .formatted(i % 2 == 0 ? "Grace" : "", World.unique(12)),
        "400");
  }

  @Test
  void farmersOfWhomEverySecondNamesACardThatAnotherHolds() {
    UUID held = world.card(company, world.farmer(company));
    assertSameStatements(
        FARMERS,
        i ->
            i % 2 == 0
                ? "{'first_name': 'Grace'}"
                : "{'first_name': 'Ruth', 'entity_card': {'card': {'id': '" + held + "'}}}",
        "409");
  }

  @Test
  void drawsFromOneLotOfWhichEverySecondIsMoreThanIsLeft() {
    UUID product = world.product("Cherry");
    UUID buyer = world.company("Buyer");
    String lot = Goods.move(member, world.farmer(company), company, product, "999").id();
    assertSameStatements(
        GOODS, i -> Goods.moved(company, buyer, product, "" + (1 + i % 2 * 999), lot), "409");
    assertEquals("797", member.get(GOODS + lot + "/").at("/current_quantity"));
    // Bought, and drawn from by two requests: a row that is written again and again is slow.
    assertEquals(1 + 2, Records.count(HISTORY, HISTORY.RECORD.eq(UUID.fromString(lot))));
  }

  @Test
  void linesOfWhichEverySecondNamesTheOneBefore() {
    UUID farmer = world.farmer(company);
    UUID cherry = world.product("Cherry");
    UUID parchment = world.product("Parchment");
    String goods =
        "{'number': '%s', 'source': '%s', 'destination': '%s', 'product': '%s', 'quantity': 5,"
            + " 'amount': '1'%s}";
    AtomicReference<String> last = new AtomicReference<>();
    IntFunction<String> line =
        i -> {
          String parents = ", 'parents': {'number': ['" + last.get() + "']}";
          String number = World.unique(10);
          last.set(number);
          return i % 2 == 0
              ? goods.formatted(number, farmer, company, cherry, "")
              : goods.formatted(number, company, company, parchment, parents);
        };
    try (OwnService other = OwnService.at(WatchedDriver.url(postgres()))) {
      // Each draw changes its lot, and several changes share a round trip.
      int statements = statements(other.client(token), GOODS, MANY, line, "201");
      assertTrue(statements < MANY / 10, statements + "");
    }
  }

  private static String postgres() {
    return Installation.shared().postgres().url();
  }

  /** Of a few lines as of many, whose every second has this status. */
  private void assertSameStatements(String path, IntFunction<String> line, String second) {
    try (OwnService other = OwnService.at(WatchedDriver.url(postgres()))) {
      Client client = other.client(token);
      int few = statements(client, path, FEW, line, second);
      int many = statements(client, path, MANY, line, second);
      // A write that takes longer than 0.1 s checks the token once more.
      assertTrue(many == few || many == few + 1, few + " and " + many);
    }
  }

  private static int statements(
      Client client, String path, int count, IntFunction<String> line, String second) {
    String lines =
        IntStream.range(0, count)
            .mapToObj(line)
            .collect(Collectors.joining("\n"))
            .replace('\'', '"');
    int before = WatchedDriver.statements();
    Reply reply =
        client.send(
            "POST", path + "?on_error=proceed", lines, "Content-Type", "application/x-ndjson");
    int statements = WatchedDriver.statements() - before;
    reply.expect(200);
    List<String> statuses = reply.lines().stream().map(l -> l.get("status").asText()).toList();
    assertEquals(
        IntStream.range(0, count).mapToObj(i -> i % 2 == 0 ? "201" : second).toList(), statuses);
    return statements;
  }
}
