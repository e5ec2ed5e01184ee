package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.FARMER;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.backup.Room;
import supplychain.cli.ServiceProcess;

/** A large file is loaded by a Java of little memory, because none of it is kept. */
@Tag("proof")
class LargeLoadTest {
  private static final int FARMERS = 100_000;

  @TempDir private Path folder;

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
      assertEquals(FARMERS, room.database().<Integer>read(sql -> sql.fetchCount(FARMER)));
    }
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
}
