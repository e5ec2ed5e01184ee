package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The first thousand mistakes are named. */
class MistakeLimitTest {
  private final EmptyDatabase database = new EmptyDatabase();

  @Test
  void aThousandMistakesAreAllThereAre() {
    LoadException refusal = database.refusal(mistaken(Mistakes.MOST));
    assertEquals(Mistakes.MOST, refusal.mistakes().size());
    assertFalse(refusal.hasMore());
    assertEquals("The file has 1,000 mistakes; nothing was loaded.", refusal.getMessage());
  }

  @Test
  void ofAThousandAndOneTheFirstThousandAreNamed() {
    LoadException refusal = database.refusal(mistaken(Mistakes.MOST + 1));
    assertEquals(Mistakes.MOST, refusal.mistakes().size());
    assertTrue(refusal.hasMore());
    assertEquals("/products/999/name", refusal.mistakes().get(Mistakes.MOST - 1).pointer());
    assertEquals(
        "The file has more than 1,000 mistakes; nothing was loaded.", refusal.getMessage());
  }

  private static String mistaken(int records) {
    return IntStream.range(0, records)
        .mapToObj("{\"ref\": \"p%d\", \"name\": 5}"::formatted)
        .collect(joining(",\n", "{\"products\": [", "]}"));
  }
}
