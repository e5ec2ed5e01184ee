package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.core.Problem;
import supplychain.http.FairQueue.Permit;

/** How the permits of a queue are shared among callers. */
@Tag("unit")
class FairQueueTest {
  private static final int PERMITS = 8;
  private static final int QUEUE_LIMIT = 20;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final FairQueue queue = new FairQueue(PERMITS, QUEUE_LIMIT, LONG);
  private final FairQueue narrow = new FairQueue(1, QUEUE_LIMIT, LONG);
  private final UUID one = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();

  /** The threads of a server: a test does their work when it likes. */
  private final Queue<Runnable> work = new ArrayDeque<>();

  private List<Permit> enter(UUID caller, int count) {
    return Stream.generate(() -> queue.enter(caller)).limit(count).toList();
  }

  private static long begun(List<Permit> permits) {
    return permits.stream().filter(Permit::begin).count();
  }

  private static Throwable failure(CompletableFuture<Void> beginning) {
    return assertThrows(CompletionException.class, beginning::join).getCause();
  }

  private void assertIsFree() {
    Permit next = narrow.enter(other);
    assertTrue(next.begin());
    next.close();
  }

  @Test
  void eachNewCallerGetsHalfOfTheFreePermits() {
    enter(one, PERMITS);
    assertEquals(2, begun(enter(other, PERMITS)));
    assertEquals(1, begun(enter(UUID.randomUUID(), PERMITS)));
    assertEquals(1, begun(enter(UUID.randomUUID(), PERMITS)));
    assertEquals(0, begun(enter(UUID.randomUUID(), PERMITS)));
  }

  @Test
  void theOnlyPermitIsGrantedToAnyCaller() {
    assertTrue(narrow.enter(one).begin());
    assertFalse(narrow.enter(other).begin());
  }

  @Test
  void theQueuesOfTheCallersTakeTurns() {
    List<Permit> ours = Stream.generate(() -> narrow.enter(one)).limit(3).toList();
    Permit theirs = narrow.enter(other);
    ours.get(0).close();
    assertTrue(ours.get(1).begin());
    ours.get(1).close();
    assertTrue(theirs.begin());
    theirs.close();
    assertTrue(ours.get(2).begin());
  }

  @Test
  void aRequestThatLeavesTheQueueGetsNoPermit() {
    List<Permit> permits = enter(one, PERMITS / 2 + 2);
    permits.get(PERMITS / 2).close();
    permits.get(0).close();
    assertFalse(permits.get(PERMITS / 2).begin());
    assertTrue(permits.get(PERMITS / 2 + 1).begin());
  }

  @Test
  void aPermitThatIsClosedTwiceIsFreedOnce() {
    Permit permit = narrow.enter(one);
    permit.close();
    permit.close();
    assertTrue(narrow.enter(one).begin());
    assertFalse(narrow.enter(other).begin());
  }

  @Test
  void aPermitBeginsOnce() {
    Permit permit = narrow.enter(one);
    assertTrue(permit.begin());
    assertFalse(permit.begin());
  }

  @Test
  void aRequestThatEndsBetweenItsPermitAndItsWorkGivesThePermitBack() {
    Permit permit = narrow.enter(one);
    CompletableFuture<Void> beginning = permit.begin(work::add);
    permit.closeUnlessBegun();
    assertIsFree();
    work.remove().run();
    assertInstanceOf(Problem.class, failure(beginning));
    assertIsFree();
  }

  @Test
  void aRequestThatEndsInTheQueueIsRefused() {
    Permit holder = narrow.enter(one);
    Permit waiting = narrow.enter(one);
    CompletableFuture<Void> beginning = waiting.begin(Runnable::run);
    waiting.closeUnlessBegun();
    assertInstanceOf(Problem.class, failure(beginning));
    holder.close();
    assertIsFree();
  }

  @Test
  void aRequestThatEndsDuringItsWorkKeepsThePermitUntilTheWorkEnds() {
    Permit permit = narrow.enter(one);
    permit.begin(Runnable::run).join();
    permit.closeUnlessBegun();
    assertFalse(narrow.enter(other).begin());
  }

  @Test
  void aStoppedExecutorEndsTheWaitAndFreesThePermit() {
    Permit holder = narrow.enter(one);
    CompletableFuture<Void> beginning =
        narrow
            .enter(one)
            .begin(
                task -> {
                  throw new RejectedExecutionException("stopped");
                });
    assertFalse(beginning.isDone());
    holder.close();
    assertInstanceOf(RejectedExecutionException.class, failure(beginning));
    assertIsFree();
  }

  @Test
  void aRequestThatGetsNoPermitInTimeIsRefusedAndLeavesTheQueue() {
    FairQueue impatient = new FairQueue(1, 1, Duration.ofMillis(1));
    impatient.enter(one);
    for (int i = 0; i < 2; i++) {
      CompletableFuture<Void> beginning = impatient.enter(one).begin(Runnable::run);
      Problem refused = assertInstanceOf(Problem.class, failure(beginning));
      assertEquals(FairQueue.busy().getMessage(), refused.getMessage());
    }
    assertThrows(Problem.class, () -> impatient.enter(other).await());
  }
}
