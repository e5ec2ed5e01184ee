package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/** Who gets a place, who waits for one, and who is told to come again. */
class PlacesTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Caller ours = caller(UUID.randomUUID());
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Caller> served = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = new ArrayList<>();

  private static Caller caller(UUID company) {
    return new Caller(UUID.randomUUID(), company, company == null ? Role.OPERATOR : Role.MEMBER);
  }

  private static Caller another() {
    return caller(UUID.randomUUID());
  }

  /** Starts one that takes a place, or waits for one; all stay until it is over. */
  private void come(Places places, Caller caller) {
    Thread thread =
        new Thread(
            () ->
                places.hold(
                    caller,
                    () -> {
                      served.add(caller);
                      await(over);
                      return caller;
                    }));
    threads.add(thread);
    thread.start();
    // Waiting for the end of the others, or for a place.
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void come(Places places, Caller caller, int times) {
    for (int i = 0; i < times; i++) {
      come(places, caller);
    }
  }

  private void finish() throws InterruptedException {
    over.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @AfterEach
  void nobodyIsLeft() throws InterruptedException {
    finish();
  }

  private static void assertRefused(Places places, Caller caller) {
    Problem refused = assertThrows(Problem.class, () -> places.hold(caller, () -> "in"));
    assertEquals(ProblemType.UNAVAILABLE, refused.type());
    assertEquals("Too many.", refused.getMessage());
    assertEquals("5", refused.headers().get("Retry-After"));
  }

  @Test
  void aCompanyTakesHalfOfThePlacesAndTheOtherHalfIsThereForOthers() {
    Places places = new Places(3, LONG, "Too many.");
    come(places, ours, 3);
    assertEquals(List.of(ours, ours), served);
    assertEquals("in", places.hold(another(), () -> "in"));
  }

  @Test
  void aCompanyTakesHalfOfTheWaitingAndTheOtherHalfIsThereForOthers() throws Exception {
    Places places = new Places(4, LONG, "Too many.");
    come(places, ours, 2 + Places.MOST_WAITING / 2);
    assertRefused(places, ours);
    Caller theirs = another();
    come(places, theirs, 2 + Places.MOST_WAITING / 2);
    assertEquals(List.of(ours, ours, theirs, theirs), served);
    assertRefused(places, theirs);
    finish();
    assertEquals(4 + Places.MOST_WAITING, served.size());
  }

  @Test
  void noMoreWaitThanMayWhoeverTheyAre() throws Exception {
    Places places = new Places(1, LONG, "Too many.");
    List<Caller> all = Stream.generate(PlacesTest::another).limit(1 + Places.MOST_WAITING).toList();
    all.forEach(each -> come(places, each));
    assertRefused(places, another());
    finish();
    // Who came first was served first.
    assertEquals(all, served);
    assertEquals("in", places.hold(another(), () -> "in"));
  }

  @Test
  void operatorsShareWhatACompanyMayTake() {
    Places places = new Places(2, LONG, "Too many.");
    come(places, caller(null));
    come(places, caller(null));
    assertEquals(1, served.size());
    assertEquals("in", places.hold(ours, () -> "in"));
  }

  @Test
  void whoGetsNoPlaceInTimeIsToldToComeAgain() {
    Places places = new Places(1, Duration.ZERO, "Too many.");
    come(places, ours);
    assertRefused(places, ours);
    assertRefused(places, another());
  }

  @Test
  void whatFailsLeavesItsPlace() {
    Places places = new Places(1, Duration.ZERO, "Too many.");
    for (int i = 0; i < 2; i++) {
      IllegalStateException failure = new IllegalStateException("it failed");
      assertEquals(
          failure,
          assertThrows(
              IllegalStateException.class,
              () ->
                  places.hold(
                      ours,
                      () -> {
                        throw failure;
                      })));
    }
    assertEquals("in", places.hold(ours, () -> "in"));
  }

  @Test
  void whoIsRefusedLeavesNoTrace() {
    Places places = new Places(2, Duration.ZERO, "Too many.");
    come(places, ours);
    for (int i = 0; i < 2 * Places.MOST_WAITING; i++) {
      assertRefused(places, ours);
    }
    assertEquals("in", places.hold(another(), () -> "in"));
  }
}
