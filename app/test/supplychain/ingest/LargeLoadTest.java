package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.FARMER;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.World;
import supplychain.core.Progress;
import supplychain.database.Database;

/** A large file is loaded by a Java of little memory, because none of it is kept. */
@Tag("proof")
class LargeLoadTest {
  private static final int FARMERS = 100_000;
  private static final String HEAP = "-Xmx64m";

  @TempDir private Path folder;
  private final EmptyDatabase database = new EmptyDatabase();

  @Test
  void aHundredThousandFarmersLoadIn64Megabytes() throws Exception {
    Path file = folder.resolve("farmers.json");
    write(file);
    Process loading =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    HEAP,
                    "-cp",
                    System.getProperty("java.class.path"),
                    LargeLoadTest.class.getName(),
                    EmptyDatabase.url(),
                    EmptyDatabase.user(),
                    EmptyDatabase.password(),
                    file.toString()))
            .inheritIO()
            .start();
    assertEquals(0, loading.waitFor());
    assertEquals(
        FARMERS, database.database().<Integer>read(sql -> sql.fetchCount(FARMER)).intValue());
  }

  private static void write(Path file) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write("{\"companies\": [{\"ref\": \"c\", \"name\": \"Cooperative\"}],\n");
      writer.write("\"farmers\": [\n");
      for (int i = 0; i < FARMERS; i++) {
        writer.write(
            """
            {"ref": "f%d", "buyer": "c", "first_name": "Martha", "last_name": "Chelangat %d",
             "city": "Sipi", "country": "Uganda", "latitude": 1.341862, "longitude": 34.384417,
             "date_of_birth": "1979-03-14", "consent_status": "GRANTED"}%s
            """
                .formatted(i, i, i < FARMERS - 1 ? "," : ""));
      }
      writer.write("]}\n");
    }
  }

  /** Loads a file: database URL, user, password, file. */
  public static void main(String[] args) {
    try (Database database = Database.open(args[0], args[1], args[2], 1, Duration.ofSeconds(30))) {
      Loader.load(
          database, World.AUTHOR, () -> Files.newInputStream(Path.of(args[3])), Progress.NONE);
    }
  }
}
