package supplychain.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;

/** No more traces are made at once than there is memory for. */
class TracesAtOnceTest {
  private final Chain chain = new Chain();
  private final String path = Chain.GOODS + chain.buy("100") + "/trace/";

  @Test
  void oneMoreThanMayBeMadeAtOnceIsToldToComeLater() {
    ExecutorService clients = Executors.newFixedThreadPool(Traces.MOST_AT_ONCE + 1);
    try {
      List<CompletableFuture<Reply>> replies =
          Installation.shared()
              .database()
              .write(
                  World.AUTHOR,
                  sql -> {
                    // Each trace waits for this lock, and keeps its place meanwhile.
                    sql.execute("lock table reversal in access exclusive mode");
                    List<CompletableFuture<Reply>> sent =
                        Stream.generate(() -> ask(clients)).limit(Traces.MOST_AT_ONCE + 1).toList();
                    Reply first = first(sent);
                    assertEquals(503, first.status(), first.text());
                    assertEquals("5", first.header("Retry-After"));
                    return sent;
                  });
      List<Integer> statuses =
          replies.stream().map(reply -> reply.join().status()).sorted().toList();
      assertEquals(List.of(200, 200, 200, 200, 503), statuses);
    } finally {
      clients.shutdown();
    }
  }

  private CompletableFuture<Reply> ask(ExecutorService clients) {
    return CompletableFuture.supplyAsync(() -> chain.ofCoop.get(path), clients);
  }

  private static Reply first(List<CompletableFuture<Reply>> replies) {
    return (Reply) CompletableFuture.anyOf(replies.toArray(CompletableFuture[]::new)).join();
  }
}
