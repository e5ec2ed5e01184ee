package supplychain.origin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;

/** As many origins as may be are gathered at once, and no more. */
class OriginsAtOnceTest {
  private final Harvest harvest = new Harvest();
  private final UUID lot = harvest.buy(harvest.farmer());

  @Test
  void oneMoreIsAskedToComeAgain() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(OriginFiles.MOST_AT_ONCE);
    List<Future<Reply>> gathering = new ArrayList<>();
    try {
      Reply refused =
          Installation.shared()
              .database()
              .write(
                  World.AUTHOR,
                  sql -> {
                    sql.execute("lock table plot in access exclusive mode");
                    for (int i = 0; i < OriginFiles.MOST_AT_ONCE; i++) {
                      gathering.add(threads.submit(() -> harvest.ofCoop.get(Harvest.summary(lot))));
                    }
                    while (waiting(sql) < OriginFiles.MOST_AT_ONCE) {
                      Thread.onSpinWait();
                    }
                    return harvest.ofCoop.get(Harvest.file(lot));
                  });
      assertEquals(503, refused.status());
      assertNotNull(refused.header("Retry-After"));
      for (Future<Reply> each : gathering) {
        assertEquals(200, each.get().status());
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(200, harvest.ofCoop.get(Harvest.file(lot)).status());
  }

  private static int waiting(DSLContext sql) {
    return sql.resultQuery(
            "select count(*) from pg_locks where relation = 'plot'::regclass and not granted")
        .fetchSingle(0, Integer.class);
  }
}
