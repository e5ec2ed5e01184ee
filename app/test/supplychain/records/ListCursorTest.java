package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the next page of a list starts, and how large the next part of a whole list is. */
@Tag("unit")
class ListCursorTest {
  private static final String LIST = "farmers?name=a";
  private static final int MARK_AND_ID = 24;

  private final UUID id = UUID.randomUUID();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01T00:00Z",
        "2026-11-21T08:00:00.123456Z",
        "9999-12-31T23:59:59.999999999Z"
      })
  void aCursorKeepsItsRecordAndItsTime(OffsetDateTime moment) {
    Cursor cursor = new Cursor(id, moment);
    assertEquals(Optional.of(cursor), Cursor.of(cursor.text(LIST), LIST));
  }

  @Test
  void aCursorBelongsToOneList() {
    String text = new Cursor(id, OffsetDateTime.parse("2026-11-21T08:00Z")).text(LIST);
    assertEquals(Optional.empty(), Cursor.of(text, "farmers"));
    assertEquals(Optional.empty(), Cursor.of(text + "AAAA", LIST));
    assertEquals(Optional.empty(), Cursor.of("*", LIST));
    assertEquals(Optional.empty(), Cursor.of("", LIST));
  }

  @ParameterizedTest
  @CsvSource({"9223372036854775807, 2147483647", "10000000000000, 0", "0, -1", "-99999999999, 0"})
  void aCursorOfATimeThatCannotBeIsRefused(long second, int nano) {
    String text = new Cursor(id, OffsetDateTime.parse("2026-11-21T08:00Z")).text(LIST);
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
    bytes.putLong(MARK_AND_ID, second).putInt(MARK_AND_ID + Long.BYTES, nano);
    String changed = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    assertEquals(Optional.empty(), Cursor.of(changed, LIST));
  }

  @Test
  void thePartGrowsToItsBytesForRecordsOfOneSize() {
    assertEquals(512, after(1_000, 1 << 10));
    assertEquals(1, after(1, ListPart.MOST_BYTES + 1));
  }

  @Test
  void aPartHasAtMostAThousandRecords() {
    assertEquals(1_000, after(1_000, 1));
  }

  /** After so many records of so many bytes each. */
  private static int after(int count, int bytes) {
    return new ListPart(Collections.nCopies(count, new byte[bytes]), null).nextSize();
  }
}
