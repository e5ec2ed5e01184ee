package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the next page of a list starts, and how large the next part of a whole list is. */
@Tag("unit")
class ListCursorTest {
  private static final String LIST = "farmers?name=a";

  private final UUID id = UUID.randomUUID();

  @ParameterizedTest
  @ValueSource(
      strings = {"0001-01-01T00:00Z", "2026-11-21T08:00:00.123456Z", "9999-12-31T23:59:59.999999Z"})
  void aCursorKeepsItsRecordAndItsTime(OffsetDateTime moment) {
    Cursor cursor = new Cursor(id, moment);
    assertEquals(Optional.of(cursor), PagePlace.read(cursor.text(LIST), LIST).flatMap(Cursor::of));
  }

  @Test
  void aCursorBelongsToOneList() {
    String text = new Cursor(id, OffsetDateTime.parse("2026-11-21T08:00Z")).text(LIST);
    assertEquals(Optional.empty(), PagePlace.read(text, "farmers").flatMap(Cursor::of));
    assertEquals(Optional.empty(), PagePlace.read(text + "AAAA", LIST).flatMap(Cursor::of));
    assertEquals(Optional.empty(), PagePlace.read("*", LIST).flatMap(Cursor::of));
    assertEquals(Optional.empty(), PagePlace.read("", LIST).flatMap(Cursor::of));
  }

  @ParameterizedTest
  @ValueSource(strings = {"+10000-01-01T00:00:00Z", "0000-12-31T23:59:59Z", "2026-02-30T08:00:00Z"})
  void aCursorOfATimeThatCannotBeIsRefused(String moment) {
    String text = new Cursor(id, OffsetDateTime.parse("2026-11-21T08:00Z")).text(LIST);
    String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    byte[] changed = plain.replace("2026-11-21T08:00:00Z", moment).getBytes(StandardCharsets.UTF_8);
    assertEquals(
        Optional.empty(),
        PagePlace.read(Base64.getUrlEncoder().encodeToString(changed), LIST).flatMap(Cursor::of));
  }

  @Test
  void thePartGrowsToItsBytesForRecordsOfOneSize() {
    assertEquals(512, after(1_000, 1 << 10));
    assertEquals(1, after(1, Reads.MOST_CHUNK_BYTES + 1));
  }

  @Test
  void aPartHasAtMostAThousandRecords() {
    assertEquals(1_000, after(1_000, 1));
  }

  /** After so many records of so many bytes each. */
  private static int after(int count, int bytes) {
    return new Reads.ListChunk(Collections.nCopies(count, new byte[bytes]), null, null).nextSize();
  }
}
