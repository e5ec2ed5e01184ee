package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;

/** Which requests share a read. */
@Tag("unit")
class SharedReadsTest {
  private final SharedReads<String, Integer> reads = new SharedReads<>();
  private final CompletableFuture<Integer> first = new CompletableFuture<>();
  private final AtomicInteger counter = new AtomicInteger();

  private int read(String key, Supplier<Integer> reading) {
    return reads.get(
        key,
        begin -> {
          begin.run();
          return reading.get();
        });
  }

  /** A request in a thread of its own, which waits when this returns. */
  private static CompletableFuture<Integer> begin(Supplier<Integer> request) {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> result.completeAsync(request, Runnable::run));
    thread.setDaemon(true);
    thread.start();
    Await.until(() -> thread.getState() == Thread.State.WAITING);
    return result;
  }

  /** Begins a read that lasts until {@link #first} ends, and others that wait for it. */
  private List<CompletableFuture<Integer>> begin(int others, Supplier<Integer> reading) {
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    all.add(begin(() -> read("company", first::join)));
    for (int i = 0; i < others; i++) {
      all.add(begin(() -> read("company", reading)));
    }
    return all;
  }

  @Test
  void thoseThatComeDuringAReadShareTheNextOne() {
    List<CompletableFuture<Integer>> all = begin(3, counter::incrementAndGet);
    assertEquals(0, counter.get());
    first.complete(100);
    assertEquals(List.of(100, 1, 1, 1), all.stream().map(CompletableFuture::join).toList());
  }

  @Test
  void eachReadAloneIsItsOwn() {
    assertEquals(1, read("company", counter::incrementAndGet));
    assertEquals(2, read("company", counter::incrementAndGet));
  }

  @Test
  void aReadOfAnotherKeyWaitsForNobody() {
    begin(1, counter::incrementAndGet);
    assertEquals(1, read("other company", counter::incrementAndGet));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allWhoShareAReadGetItsFailureAndTheNextReadIsNew(boolean isOfJava) {
    List<CompletableFuture<Integer>> all =
        begin(
            2,
            () -> {
              String message = "failure " + counter.incrementAndGet();
              if (isOfJava) {
                throw new OutOfMemoryError(message);
              }
              throw new IllegalStateException(message);
            });
    first.complete(100);
    for (CompletableFuture<Integer> one : all.subList(1, 3)) {
      CompletionException failure = assertThrows(CompletionException.class, one::join);
      assertEquals("failure 1", failure.getCause().getMessage());
    }
    assertEquals(2, read("company", counter::incrementAndGet));
  }

  @Test
  void thoseThatComeBeforeAReadBeginsShareIt() {
    CompletableFuture<Integer> permit = new CompletableFuture<>();
    CompletableFuture<Integer> own =
        begin(
            () ->
                reads.get(
                    "company",
                    begin -> {
                      permit.join();
                      begin.run();
                      return counter.incrementAndGet();
                    }));
    CompletableFuture<Integer> other = begin(() -> read("company", counter::incrementAndGet));
    permit.complete(0);
    assertEquals(List.of(1, 1), List.of(own.join(), other.join()));
  }

  @Test
  void aFailureOfTheReadBeforeIsNotShared() {
    List<CompletableFuture<Integer>> all = begin(1, counter::incrementAndGet);
    first.completeExceptionally(new IllegalStateException("failure"));
    assertThrows(CompletionException.class, all.get(0)::join);
    assertEquals(1, all.get(1).join());
  }
}
