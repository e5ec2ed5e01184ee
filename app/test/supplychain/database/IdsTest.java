package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ids grow, and one id does not tell the next. */
@Tag("unit")
class IdsTest {
  private static final int MANY = 10_000;

  /** Two random numbers of 62 bits are this close once in 2^40 times. */
  private static final long CLOSE = 1L << 21;

  @Test
  void idsGrowThoughTheClockGoesBack() {
    long now = Ids.after(0, 1_000);
    assertEquals(now + 1, Ids.after(now, 1_000));
    assertEquals(now + 1, Ids.after(now, 999));
    assertTrue(Ids.after(now + 1, 1_001) > now + 1);
  }

  @Test
  void everyIdIsGreaterThanTheOneBeforeAndFarFromIt() {
    List<UUID> ids = Stream.generate(Ids::next).limit(MANY).toList();
    for (int i = 1; i < MANY; i++) {
      UUID before = ids.get(i - 1);
      UUID id = ids.get(i);
      assertEquals(7, id.version());
      assertEquals(2, id.variant());
      assertTrue(before.toString().compareTo(id.toString()) < 0, before + " " + id);
      long gap = id.getLeastSignificantBits() - before.getLeastSignificantBits();
      assertTrue(Math.abs(gap) > CLOSE, before + " " + id);
    }
  }
}
