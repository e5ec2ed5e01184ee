package supplychain.proof.stock;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.WriteGroups;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/**
 * Clients trade by chance. A plain model checks every answer to one client alone. If many clients
 * draw from the same lots at the same time, the books must be right at the end.
 */
@ExtendWith(Seeded.class)
class StockMachineTest {
  private static final int THREADS = 16;
  private static final int COMPANIES = 12;
  private static final int PRODUCTS = 3;
  private static final int OPERATIONS = Proof.count(400, 20_000);
  private static final int CONCURRENT = Proof.count(160, 8_000);

  private final World world = new World();
  private final List<UUID> products =
      IntStream.range(0, PRODUCTS).mapToObj(i -> world.product("Product " + i)).toList();

  /** Companies whose members are clients of a service. */
  private List<StockCompany> companies(Function<String, Client> client) {
    return IntStream.range(0, COMPANIES).mapToObj(i -> company("Company " + i, client)).toList();
  }

  private StockCompany company(String name, Function<String, Client> client) {
    UUID id = world.company(name);
    return new StockCompany(id, world.farmer(id), client.apply(world.token(id, Role.MEMBER)));
  }

  @Test
  void aClientAloneGetsWhatTheRulesSay(Seed seed) {
    List<StockCompany> companies = companies(Installation.shared()::client);
    new StockMachine(companies, products, seed.random(0), new StockModel()).run(OPERATIONS);
    requireRightBooks();
  }

  /** A group waits for more members, so that most groups have more than one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 32})
  void concurrentMovesNeverOverdrawALot(int members, Seed seed) {
    WriteGroups.Size size = new WriteGroups.Size(members, members, Duration.ofMillis(3));
    try (OwnService service = OwnService.limited(OwnService.limits(one -> one.groups = size))) {
      List<StockCompany> companies = companies(service::client);
      AtOnce.send(
          THREADS,
          i ->
              new StockMachine(companies, products, seed.random(i), null)
                  .run(CONCURRENT / THREADS));
    }
    requireRightBooks();
  }

  private static void requireRightBooks() {
    assertEquals(List.of(), Records.mistakes(Installation.shared().database()));
  }
}
