package supplychain.proof.stock;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/** Many clients of many companies fight for the same lots; a plain model says who was right. */
@ExtendWith(Seeded.class)
class StockMachineTest {
  private static final int THREADS = 16;
  private static final int COMPANIES = 12;
  private static final int PRODUCTS = 3;
  private static final int OPERATIONS = Proof.count(1_000, 50_000);

  private final World world = new World();
  private final List<StockCompany> companies =
      IntStream.range(0, COMPANIES).mapToObj(i -> company("Company " + i)).toList();
  private final List<UUID> products =
      IntStream.range(0, PRODUCTS).mapToObj(i -> world.product("Product " + i)).toList();

  private StockCompany company(String name) {
    UUID id = world.company(name);
    return new StockCompany(id, world.farmer(id), world.client(id, Role.MEMBER), new ArrayList<>());
  }

  @Test
  void concurrentMovesNeverOverdrawALot(Seed seed) {
    List<StockMachine> machines =
        AtOnce.send(
            THREADS,
            i -> new StockMachine(companies, products, seed.random(i)).run(OPERATIONS / THREADS));
    List<StockModel.Move> moves = machines.stream().flatMap(m -> m.moves().stream()).toList();
    List<StockModel.Reversal> reversals =
        machines.stream().flatMap(m -> m.reversals().stream()).toList();
    StockModel model = new StockModel(moves, reversals, drawnBy());
    moves.forEach(model::check);
    reversals.forEach(model::check);
    assertTrue(moves.stream().anyMatch(StockModel.Move::isRecorded));
    assertTrue(moves.stream().anyMatch(move -> !move.isRecorded()));
    assertTrue(reversals.stream().anyMatch(StockModel.Reversal::isRecorded));
    assertTrue(reversals.stream().anyMatch(reversal -> !reversal.isRecorded()));
    assertEquals(List.of(), Records.mistakes(Installation.shared().database()));
  }

  private List<UUID> ids() {
    return companies.stream().map(StockCompany::id).toList();
  }

  private Map<String, Map<String, Long>> drawnBy() {
    Map<String, Map<String, Long>> drawnBy = new HashMap<>();
    World.read(
            sql ->
                sql.select(
                        PRODUCT_TRANSACTION_PARENT.CHILD,
                        PRODUCT_TRANSACTION_PARENT.PARENT,
                        PRODUCT_TRANSACTION_PARENT.DRAWN)
                    .from(PRODUCT_TRANSACTION_PARENT)
                    .join(PRODUCT_TRANSACTION)
                    .on(PRODUCT_TRANSACTION.ID.eq(PRODUCT_TRANSACTION_PARENT.CHILD))
                    .where(PRODUCT_TRANSACTION.COMPANY.in(ids()))
                    .fetch())
        .forEach(
            row -> {
              BigDecimal drawn = row.value3();
              drawnBy
                  .computeIfAbsent(row.value1().toString(), child -> new HashMap<>())
                  .put(
                      row.value2().toString(),
                      drawn == null ? null : StockLot.millionths(drawn.toPlainString()));
            });
    return drawnBy;
  }
}
