package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many of the requests that are here a group waits for and takes. */
class GroupShareTest {
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 1", "3, 2", "8, 4", "31, 16", "33, 16", "400, 16"})
  void eachOfTwoGroupsTakesHalfUpToTheLimit(int requests, int share) {
    assertEquals(share, WriteGroups.Size.USUAL.share(requests, 2));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "8, 8", "17, 16"})
  void theOnlyGroupTakesAllUpToTheLimit(int requests, int share) {
    assertEquals(share, WriteGroups.Size.USUAL.share(requests, 1));
  }

  /** A group that waits for the permit of another one would only be smaller. */
  @ParameterizedTest
  @CsvSource({"1, 1", "6, 1", "7, 2", "12, 4"})
  void aSmallPoolHasPermitsForOneGroup(int connections, int groups) {
    Admission admission = new Admission(connections, Duration.ZERO, Duration.ZERO);
    assertEquals(groups, admission.shortWork().mostOfOne());
  }
}
