package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.core.Problem;
import supplychain.http.FairQueue.Permit;

/** How the permits of a queue are shared among callers. */
@Tag("unit")
class FairQueueTest {
  private static final int PERMITS = 8;
  private static final int QUEUE_LIMIT = 20;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final FairQueue queue = new FairQueue(PERMITS, 0, Duration.ZERO);
  private final FairQueue narrow = new FairQueue(1, QUEUE_LIMIT, LONG);
  private final UUID one = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();

  /** Takes permits until one is refused. */
  private List<Permit> takeAll(UUID caller) {
    List<Permit> permits = new ArrayList<>();
    try {
      while (true) {
        permits.add(queue.take(caller));
      }
    } catch (Problem busy) {
      return permits;
    }
  }

  private CompletableFuture<Permit> begin(UUID caller) {
    CompletableFuture<Permit> beginning = new CompletableFuture<>();
    Thread thread = new Thread(() -> beginning.complete(narrow.take(caller)));
    thread.setDaemon(true);
    thread.start();
    Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return beginning;
  }

  @Test
  void eachNewCallerGetsHalfOfTheFreePermits() {
    assertEquals(4, takeAll(one).size());
    assertEquals(2, takeAll(other).size());
    assertEquals(1, takeAll(UUID.randomUUID()).size());
    assertEquals(1, takeAll(UUID.randomUUID()).size());
    assertEquals(0, takeAll(UUID.randomUUID()).size());
  }

  @Test
  void theQueuesOfTheCallersTakeTurns() {
    Permit first = narrow.take(one);
    CompletableFuture<Permit> second = begin(one);
    CompletableFuture<Permit> third = begin(one);
    CompletableFuture<Permit> theirs = begin(other);
    first.close();
    second.join().close();
    theirs.join().close();
    third.join();
  }

  @Test
  void aPermitThatIsClosedTwiceIsFreedOnce() {
    Permit permit = narrow.take(one);
    permit.close();
    permit.close();
    narrow.take(one);
    assertFalse(begin(other).isDone());
  }

  @Test
  void aRequestThatGetsNoPermitInTimeIsRefusedAndLeavesTheQueue() {
    FairQueue impatient = new FairQueue(1, 1, Duration.ofMillis(1));
    Permit held = impatient.take(one);
    for (int i = 0; i < 2; i++) {
      Problem refused = assertThrows(Problem.class, () -> impatient.take(one));
      assertEquals(FairQueue.busy().getMessage(), refused.getMessage());
    }
    assertThrows(Problem.class, () -> impatient.take(other));
    held.close();
    impatient.take(one);
  }

  @Test
  void aRequestBeyondTheQueueOfItsCallerIsRefusedAtOnce() {
    narrow.take(one);
    for (int i = 0; i < QUEUE_LIMIT; i++) {
      assertFalse(begin(one).isDone());
    }
    assertThrows(Problem.class, () -> narrow.take(one));
    assertFalse(begin(other).isDone());
  }
}
