package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many records a part of a whole list is asked for, after the part before it. */
@Tag("unit")
class ListPartTest {
  @Test
  void asManyAsFitIfTheyWeighTheSame() {
    assertEquals(512, after(1_000, 1 << 10));
    assertEquals(1, after(1, ListPart.MOST_BYTES + 1));
  }

  @Test
  void aThousandAtTheMost() {
    assertEquals(1_000, after(1_000, 1));
  }

  /** After so many records of so many bytes each. */
  private static int after(int count, int bytes) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(new byte[count * bytes]);
    return new ListPart(text, count, null).nextSize();
  }
}
