package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Lots.recorded;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Installation;
import supplychain.Records;
import supplychain.Reply;
import supplychain.verify.Discrepancy;

/** Books that the service keeps are right at every instant, also while it writes into them. */
@Tag("proof")
class VerifiedTradeTest {
  private static final int LOOKS = 5;

  private final Lots lots = new Lots();

  @Test
  void theBooksAreRightBesideTradeAndReversals() throws Exception {
    String lot = lots.buy("1000");
    String unknown = lots.buy("null");
    ExecutorService beside = Executors.newSingleThreadExecutor();
    try {
      Future<List<Discrepancy>> looks = beside.submit(this::looks);
      do {
        AtOnce.send(8, i -> i % 2 == 0 ? sellAndReverse(lot) : process(lots.buy("2"), unknown));
      } while (!looks.isDone());
      assertEquals(List.of(), looks.get());
    } finally {
      beside.shutdown();
    }
    assertEquals(List.of(), look());
  }

  private List<Discrepancy> looks() {
    return Stream.generate(VerifiedTradeTest::look).limit(LOOKS).flatMap(List::stream).toList();
  }

  private static List<Discrepancy> look() {
    return Records.mistakes(Installation.shared().database());
  }

  private Reply sellAndReverse(String lot) {
    return lots.reverse(recorded(lots.sell("3.5", lot)));
  }

  private Reply process(String lot, String unknown) {
    Reply beans = lots.process("1", lot, unknown);
    return beans.status() == 201 ? lots.reverse(beans.id()) : lots.process("1", lot);
  }
}
