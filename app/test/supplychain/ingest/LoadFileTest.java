package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.World;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.Progress;

/** The structure of a file to load. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadFileTest {
  private final EmptyDatabase database = new EmptyDatabase();

  static List<Arguments> notJson() {
    return List.of(
        Arguments.of("{\"products\": [{\"ref\": \"p\",\n \"name\": P}]}", 2, "Column 10"),
        Arguments.of("{\"products\": [{\"ref\": \"p\", \"name\": \"P\"}", 1, "ends too early"),
        Arguments.of(
            "{\"products\": []} {}", 1, "There is more text after the end of the document."),
        Arguments.of("{\"products\": [],\n\"products\": []}", 2, "Duplicate"),
        Arguments.of("{\"users\": [{\"ref\": \"p\", \"ref\": \"q\"}]}", 1, "Duplicate"),
        Arguments.of("{\"products\": [\n{\"ref\": 1e99999999999}]}", 2, "exponent"),
        Arguments.of("ref,name", 1, "Column"));
  }

  @ParameterizedTest
  @MethodSource("notJson")
  void invalidJsonIsOneMistakeWithItsPlace(String text, long line, String detail) {
    List<Finding> findings = database.refusal(text).findings();
    assertEquals(List.of("not_json"), findings.stream().map(Finding::code).toList());
    assertEquals("/" + line, findings.get(0).pointer().substring(0, 2));
    String told = findings.get(0).detail();
    assertTrue(told.contains(detail), told);
  }

  @Test
  void aFileThatIsNotUtf8IsNotJson() {
    byte[] latin = "{\"products\": [{\"ref\": \"café\"}]}".getBytes(StandardCharsets.ISO_8859_1);
    Problem refusal =
        assertThrows(
            Problem.class,
            () ->
                Loader.load(
                    database.database(),
                    World.AUTHOR,
                    false,
                    () -> new ByteArrayInputStream(latin),
                    Progress.NONE));
    assertEquals("not_json", refusal.findings().get(0).code());
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
    assertTrue(EmptyDatabase.changedNothing(database.load("{}")));
    assertTrue(EmptyDatabase.changedNothing(database.load("\uFEFF{\"farmers\": []}")));
  }

  @Test
  void aRecordMayBeAsLargeAsARequest() {
    String most = record(SourceRecord.MOST_LENGTH);
    String tooLarge = record(SourceRecord.MOST_LENGTH + 1);
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
}
