package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Lots.recorded;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.verify.Books;
import supplychain.verify.Discrepancy;
import supplychain.verify.Verdict;

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
      Future<List<Verdict>> looks = beside.submit((Callable<List<Verdict>>) this::look);
      do {
        AtOnce.send(8, i -> i % 2 == 0 ? sellAndReverse(lot) : process(lots.buy("2"), unknown));
      } while (!looks.isDone());
      for (Verdict verdict : looks.get()) {
        assertEquals(List.of(), mistakes(verdict));
      }
    } finally {
      beside.shutdown();
    }
    assertEquals(List.of(), mistakes(Books.verify(Installation.shared().database())));
  }

  private List<Verdict> look() {
    return Stream.generate(() -> Books.verify(Installation.shared().database()))
        .limit(LOOKS)
        .toList();
  }

  private Reply sellAndReverse(String lot) {
    return lots.reverse(recorded(lots.sell("3.5", lot)));
  }

  private Reply process(String lot, String unknown) {
    Reply beans = lots.process("1", lot, unknown);
    return beans.status() == 201 ? lots.reverse(beans.id()) : lots.process("1", lot);
  }

  private static List<Discrepancy> mistakes(Verdict verdict) {
    return verdict.findings().stream().filter(finding -> !finding.isWarning()).toList();
  }
}
