package supplychain.ingest;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.*;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.cli.ServiceProcess;
import supplychain.ingest.Loader.Count;

/** Batches have the same result as one record at a time, and need little memory. */
@Tag("proof")
class LoadBatchTest {
  private static final int MORE_THAN_A_BATCH = Batches.MOST_RECORDS + 1;
  private static final String COOPERATIVE = "\"companies\": [{\"ref\": \"c\", \"name\": \"C\"}]";
  private static final int MANY = 100_000;

  private final EmptyDatabase database = new EmptyDatabase();

  @TempDir private Path folder;

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
  void aFileThatTwoLoadsReadAtOnceIsRecordedOnce() throws Exception {
    String file = file(COOPERATIVE, array("farmers", MORE_THAN_A_BATCH, LoadBatchTest::farmer));
    CompletableFuture<Map<String, Count>> one =
        CompletableFuture.supplyAsync(() -> database.load(file));
    Map<String, Count> two = database.load(file);
    List<Count> counts = Stream.of(one.get(), two).map(loaded -> loaded.get("farmers")).toList();
    Count all = new Count(MORE_THAN_A_BATCH, 0, 0);
    Count known = new Count(0, MORE_THAN_A_BATCH, 0);
    assertEquals(Map.of(all, 1L, known, 1L), countEach(counts));
    assertEquals(
        MORE_THAN_A_BATCH,
        database.database().<Integer>read(sql -> sql.fetchCount(FARMER)).intValue());
  }

  private static Map<Count, Long> countEach(List<Count> counts) {
    return counts.stream().collect(groupingBy(count -> count, counting()));
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

  @Test
  void aHundredThousandFarmersLoadIn64Megabytes() throws Exception {
    Path file = folder.resolve("farmers.json");
    write(file);
    try (Room room = new Room()) {
      Map<String, String> settings = room.settings();
      settings.put("JAVA_TOOL_OPTIONS", "-Xmx64m");
      try (ServiceProcess load = ServiceProcess.start(settings, "load", file.toString())) {
        assertEquals(0, load.exitCode(), load.err().toString());
      }
      assertEquals(MANY, room.database().<Integer>read(sql -> sql.fetchCount(FARMER)));
    }
  }

  private static void write(Path file) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write("{\"companies\": [{\"ref\": \"c\", \"name\": \"Cooperative\"}],\n");
      writer.write("\"farmers\": [\n");
      for (int i = 0; i < MANY; i++) {
        writer.write(
            """
            {"ref": "f%d", "buyer": "c", "first_name": "Martha", "last_name": "Chelangat %d",
             "city": "Sipi", "country": "Uganda", "latitude": 1.341862, "longitude": 34.384417,
             "date_of_birth": "1979-03-14", "consent_status": "GRANTED"}%s
            """
                .formatted(i, i, i < MANY - 1 ? "," : ""));
      }
      writer.write("]}\n");
    }
  }
}
