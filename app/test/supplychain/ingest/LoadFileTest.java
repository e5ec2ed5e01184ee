package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.World;

/** What a file is made of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadFileTest {
  private final EmptyDatabase database = new EmptyDatabase();

  static List<Arguments> notJson() {
    return List.of(
        Arguments.of("{\"products\": [{\"ref\": \"p\",\n \"name\": P}]}", 2, "column 10"),
        Arguments.of("{\"products\": [{\"ref\": \"p\", \"name\": \"P\"}", 1, "end-of-input"),
        Arguments.of("{\"products\": []} {}", 1, "Something follows after its end."),
        Arguments.of("{\"products\": [],\n\"products\": []}", 2, "Duplicate"),
        Arguments.of("{\"users\": [{\"ref\": \"p\", \"ref\": \"q\"}]}", 1, "Duplicate"),
        Arguments.of("{\"products\": [\n{\"ref\": 1e99999999999}]}", 2, "exponent"),
        Arguments.of("ref,name", 1, "column"));
  }

  @ParameterizedTest
  @MethodSource("notJson")
  void whatIsNotJsonIsOneMistakeWithItsPlace(String text, long line, String detail) {
    List<Mistake> mistakes = database.refusal(text).mistakes();
    assertEquals(1, mistakes.size());
    assertEquals("not_json", mistakes.get(0).code());
    assertEquals(line, mistakes.get(0).line(), mistakes.get(0).detail());
    assertTrue(mistakes.get(0).detail().contains(detail), mistakes.get(0).detail());
  }

  @Test
  void aFileThatIsNotUtf8IsNotJson() {
    byte[] latin = "{\"products\": [{\"ref\": \"café\"}]}".getBytes(StandardCharsets.ISO_8859_1);
    Loader loader = new Loader(database.database());
    LoadException refusal =
        assertThrows(
            LoadException.class,
            () ->
                loader.load(
                    World.AUTHOR, () -> new ByteArrayInputStream(latin), LoadProgress.NONE));
    assertEquals("not_json", refusal.mistakes().get(0).code());
  }

  @Test
  void anEmptyFileIsNoObject() {
    assertEquals(List.of("1  type"), database.mistakes(""));
    assertEquals(List.of("1  type"), database.mistakes("[]"));
    assertEquals(List.of("1  type"), database.mistakes("null"));
  }

  @Test
  void aKindIsAnArray() {
    assertEquals(
        List.of("1 /farmers type", "1 /users type"),
        database.mistakes("{\"farmers\": {\"ref\": \"f\"}, \"users\": 5, \"cards\": null}"));
  }

  @Test
  void aFileWithoutRecordsLoadsNothing() {
    assertTrue(database.load("{}").changedNothing());
    assertTrue(database.load("\uFEFF{\"farmers\": []}").changedNothing());
  }

  @Test
  void aRecordMayBeAsLargeAsARequest() {
    String most = record(LoadFile.RECORD_BYTES);
    String tooLarge = record(LoadFile.RECORD_BYTES + 1);
    assertEquals(
        List.of("1 /products/0/description too_long"),
        database.mistakes("{\"products\": [" + most + "]}"));
    assertEquals(
        List.of("1 /products/0 too_large"),
        database.mistakes("{\"products\": [" + tooLarge + "]}"));
  }

  /** A record of that many bytes. */
  private static String record(int bytes) {
    String start = "{\"ref\": \"p\", \"name\": \"P\", \"description\": \"";
    String end = "\"}";
    return start + "x".repeat(bytes - start.length() - end.length()) + end;
  }

  @Test
  void aFileThatIsNotThereIsNoMistake() {
    Loader loader = new Loader(database.database());
    LoadSource absent = LoadSource.file(Path.of("no-such-file.json"));
    assertThrows(
        UncheckedIOException.class, () -> loader.load(World.AUTHOR, absent, LoadProgress.NONE));
  }
}
