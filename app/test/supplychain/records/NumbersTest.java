package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NumbersTest {
  private static final int MANY = 200_000;

  @Test
  void generatedNumbersAreShortAndDiffer() {
    Set<String> numbers = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      String number = Numbers.orNew(null);
      assertTrue(number.matches("[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}"), number);
      numbers.add(number);
    }
    assertEquals(MANY, numbers.size());
  }

  @Test
  void aNumberOfTheClientStays() {
    assertEquals("F-1", Numbers.orNew("F-1"));
  }
}
