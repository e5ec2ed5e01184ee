package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentMaximumTest {
  private final RecentMaximum recent = new RecentMaximum(3);

  private List<Integer> maximumAfterEach(int... numbers) {
    return IntStream.of(numbers)
        .map(
            number -> {
              recent.note(number);
              return recent.get();
            })
        .boxed()
        .toList();
  }

  @Test
  void itIsZeroBeforeTheFirstNumber() {
    assertEquals(0, recent.get());
  }

  @Test
  void aLargerNumberCountsAtOnce() {
    assertEquals(List.of(1, 2, 2, 5), maximumAfterEach(1, 2, 1, 5));
  }

  @Test
  void aLargeNumberIsForgottenAfterThreeToFiveNumbers() {
    assertEquals(List.of(8, 8, 8, 8, 8, 1), maximumAfterEach(8, 1, 1, 1, 1, 1));
    assertEquals(List.of(1, 1, 8, 8, 8, 1), maximumAfterEach(1, 1, 8, 1, 1, 1));
  }
}
