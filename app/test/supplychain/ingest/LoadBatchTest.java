package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.World;
import supplychain.ingest.Loader.Count;

/** Batches have the same result as one record at a time. */
@Tag("proof")
class LoadBatchTest {
  private static final int MORE_THAN_A_BATCH = Batches.MOST_RECORDS + 1;
  private static final String COOPERATIVE = "\"companies\": [{\"ref\": \"c\", \"name\": \"C\"}]";

  private final EmptyDatabase database = new EmptyDatabase();

  private static String file(String... arrays) {
    return Stream.of(arrays).collect(joining(",\n", "{", "}"));
  }

  private static String array(String kind, int count, IntFunction<String> record) {
    return IntStream.range(0, count)
        .mapToObj(record)
        .collect(joining(",\n", "\"" + kind + "\": [\n", "]"));
  }

  private static String company(int i) {
    String buyer = i == 0 ? "" : ", \"buyer\": \"c%d\"".formatted(i - 1);
    return "{\"ref\": \"c%d\", \"name\": \"C\"%s}".formatted(i, buyer);
  }

  private static String farmer(int i) {
    return "{\"ref\": \"f%d\", \"first_name\": \"A\", \"buyer\": \"c\"}".formatted(i);
  }

  @Test
  void aRecordCanNameOneInItsOwnBatchOrThePreviousBatch() {
    database.load(file(array("companies", MORE_THAN_A_BATCH, LoadBatchTest::company)));
    for (int i = 1; i < MORE_THAN_A_BATCH; i += Batches.MOST_RECORDS - 1) {
      assertEquals(
          database.id("companies", "c" + (i - 1)),
          database.value(COMPANY.BUYER, "companies", "c" + i));
    }
  }

  @Test
  void aRefInTwoBatchesIsAMistake() {
    int last = MORE_THAN_A_BATCH;
    assertEquals(
        List.of((last + 3) + " /farmers/" + last + "/ref duplicate"),
        database.mistakes(
            file(COOPERATIVE, array("farmers", last + 1, i -> farmer(i == last ? 0 : i)))));
  }

  @Test
  void aFileThatTwoLoadsReadAtOnceIsRecordedOnce() {
    String file = file(COOPERATIVE, array("farmers", MORE_THAN_A_BATCH, LoadBatchTest::farmer));
    List<Count> counts = AtOnce.send(2, i -> database.load(file).get("farmers"));
    Count all = new Count(MORE_THAN_A_BATCH, 0, 0);
    Count known = new Count(0, MORE_THAN_A_BATCH, 0);
    assertEquals(Set.of(all, known), Set.copyOf(counts));
    assertEquals(
        MORE_THAN_A_BATCH,
        database.database().<Integer>read(sql -> sql.fetchCount(FARMER)).intValue());
  }

  @Test
  void theProgressGrowsToTheNumberOfRecords() {
    List<String> steps = new ArrayList<>();
    String file = file(COOPERATIVE, array("farmers", MORE_THAN_A_BATCH, LoadBatchTest::farmer));
    Loader.load(
        database.database(),
        World.AUTHOR,
        false,
        EmptyDatabase.source(file),
        (kind, done, total) -> steps.add(kind + " " + done + "/" + total));
    assertEquals(
        List.of(
            "companies 0/1002",
            "companies 1/1002",
            "farmers 1/1002",
            "farmers 1001/1002",
            "farmers 1002/1002"),
        steps);
  }
}
