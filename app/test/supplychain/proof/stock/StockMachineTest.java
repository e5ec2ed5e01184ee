package supplychain.proof.stock;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.AtOnce;
import supplychain.Installation;
import supplychain.Records;
import supplychain.World;
import supplychain.core.Role;
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
  private static final int OPERATIONS = Proof.count(1_000, 20_000);

  private final World world = new World();
  private final List<StockCompany> companies =
      IntStream.range(0, COMPANIES).mapToObj(i -> company("Company " + i)).toList();
  private final List<UUID> products =
      IntStream.range(0, PRODUCTS).mapToObj(i -> world.product("Product " + i)).toList();

  private StockCompany company(String name) {
    UUID id = world.company(name);
    return new StockCompany(id, world.farmer(id), world.client(id, Role.MEMBER));
  }

  @Test
  void aClientAloneGetsWhatTheRulesSay(Seed seed) {
    new StockMachine(companies, products, seed.random(0), new StockModel()).run(OPERATIONS);
    requireRightBooks();
  }

  @Test
  void concurrentMovesNeverOverdrawALot(Seed seed) {
    AtOnce.send(
        THREADS,
        i -> new StockMachine(companies, products, seed.random(i), null).run(OPERATIONS / THREADS));
    requireRightBooks();
  }

  private static void requireRightBooks() {
    assertEquals(List.of(), Records.mistakes(Installation.shared().database()));
  }
}
