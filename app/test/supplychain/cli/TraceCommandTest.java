package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** An operator asks in a terminal where goods came from, without a running service. */
class TraceCommandTest {
  private final World world = new World();
  private final UUID coop = world.company("Cooperative " + World.unique(8));
  private final UUID other = world.company("Exporter");
  private final UUID product = world.product("Cherry");
  private final Client member = world.client(coop, Role.MEMBER);
  private final String number = World.unique(10);

  private Reply record(Client client, UUID source, UUID destination, String more) {
    String fields = "'amount': '1', 'quantity': '5', 'date': '2026-11-21T08:00:00Z', " + more;
    return client.post(GOODS, Goods.body(source, destination, product, fields)).expect(201);
  }

  @Test
  void aTransactionIsShownByItsIdAndByItsNumber() {
    UUID farmer = world.farmer(coop);
    String lot = record(member, farmer, coop, "\"number\": \"" + number + "\"").id();
    Reply sale = record(member, coop, other, "\"parents\": [\"" + lot + "\"]");
    CommandRun run = CommandRun.shared("trace", sale.id());
    assertEquals("", run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals("came from", lines.get(2));
    assertTrue(
        lines.get(3).startsWith("  5 kg of " + number + " of 2026-11-21: 5 kg Cherry "), run.out());
    String grace = member.get(FARMERS + farmer + "/").at("/number") + " Grace";
    assertEquals(List.of("", "origins", "  100.0 %  5 kg  farmer " + grace), lines.subList(4, 7));
    CommandRun down = CommandRun.shared("trace", number, "--direction", "down");
    assertEquals("  100.0 %  5 kg  Exporter", down.out().lines().reduce((a, b) -> b).orElseThrow());
    CommandRun both = CommandRun.shared("trace", lot, "--direction", "both");
    assertTrue(both.out().contains("came from"), both.out());
    assertTrue(both.out().contains("went to"), both.out());
  }

  @Test
  void aNumberOfSeveralCompaniesNeedsTheCompany() {
    String said = "\"number\": \"" + number + "\"";
    String own = record(member, world.farmer(coop), coop, said).id();
    Client stranger = world.client(other, Role.MEMBER);
    String others = record(stranger, world.farmer(other), other, said).id();
    CommandRun run = CommandRun.shared("trace", number).requireExit(1);
    String ids = own + ", " + others;
    assertEquals(
        "Several companies have the number \"%s\": give --company, or the id, %s"
            .formatted(number, ids),
        run.err().strip());
    CommandRun one =
        CommandRun.shared("trace", number, "--company", coop.toString()).requireExit(0);
    assertTrue(one.out().startsWith("Transaction " + number), one.out());
    assertEquals(1, CommandRun.shared("trace", number, "--company", "nobody").exitCode());
  }

  @Test
  void anUnknownTransactionIsNamed() {
    CommandRun.shared("trace", number)
        .requireRefused(1, "No product transaction has the id or the number \"" + number + "\".");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sideways", "UP", ""})
  void theDirectionIsUpDownOrBoth(String direction) {
    CommandRun.shared("trace", number, "--direction", direction)
        .requireExit(2, "'--direction': it must be up, down or both.");
  }
}
