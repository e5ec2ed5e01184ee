package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Shell;
import supplychain.backup.Room;
import supplychain.core.Json;

/** The commands of the README run, and the jar is as it says. */
class ReadmeTest {
  private static final String JAR = System.getProperty("jar");
  private static final long MOST_JAR_BYTES = 45_000_000;

  @TempDir Path temp;

  @Test
  void theCommandsOfTheReadmeWorkInTheirOrder() throws Exception {
    Path script = temp.resolve("readme.sh");
    Files.writeString(script, String.join("\necho\n", Shell.readmeBlocks("sh")));
    String data = temp.resolve("supply-chain-demo").toString();
    String answers;
    try (ServiceProcess demo = demo(data)) {
      demo.baseUrl();
      answers = Shell.script(script, temp, Map.of());
    }
    List<JsonNode> records =
        Json.MAPPER
            .readerFor(new TypeReference<JsonNode>() {})
            .<JsonNode>readValues(answers)
            .readAll();
    assertEquals(24, records.size());
    assertEquals("Bugisu local", records.get(0).at("/submission/values/0/value").asText());
    assertEquals("120.5", records.get(1).get("current_quantity").asText());
    assertEquals(records.get(1).get("id"), records.get(2).at("/parents/0"));
    assertEquals("20.5", records.get(2).get("source_quantity").asText());
    assertTrue(records.get(3).get("forms").size() >= 2);
    assertEquals("12.50", records.get(4).get("amount").decimalValue().toPlainString());
    assertEquals("Honey", records.get(5).at("/product/name").asText());
    assertEquals("scale@example.org", records.get(6).get("email").asText());
    assertEquals(records.get(6).get("id"), records.get(7).at("/replaces/id"));
    assertEquals("2 201", records.get(9).get("line") + " " + records.get(9).get("status"));
    assertEquals("3 201", records.get(10).get("line") + " " + records.get(10).get("status"));
    assertEquals("2 201", records.get(12).get("line") + " " + records.get(12).get("status"));
    assertEquals("Akello", records.get(14).get("first_name").asText());
    assertEquals(
        "CHANGED farmers",
        "%s %s"
            .formatted(
                records.get(15).get("operation").asText(),
                records.get(15).get("resource").asText()));
    assertEquals(records.get(14), records.get(15).get("record"));
    assertEquals(2, records.get(16).get("steps").size());
    assertEquals("1", records.get(16).at("/origins/farmers/0/share").asText());
    assertTrue(Files.readString(temp.resolve("sale.svg")).startsWith("<svg "));
    assertTrue(records.get(17).get("shares_upstream").asBoolean());
    assertEquals("The scale was wrong", records.get(18).get("reason").asText());
    assertEquals("120.5", records.get(18).at("/returned/0/current_quantity").asText());
    assertEquals("1.2", records.get(19).get("area").asText());
    assertTrue(records.get(20).get("is_complete").asBoolean());
    assertEquals("120.5", records.get(20).get("net_mass_kg").asText());
    String file = Files.readString(temp.resolve("origins.geojson"));
    assertEquals(records.get(20).get("bytes").asInt(), file.length());
    assertTrue(file.contains("\"type\":\"Polygon\""), file);
    assertTrue(Files.readString(temp.resolve("origins.svg")).startsWith("<svg "));
    assertEquals(records.get(20).get("sha256"), records.get(21).get("sha256"));
    assertEquals("Akello", records.get(22).at("/farmer/first_name").asText());
    assertEquals("The farmer asked for it by letter", records.get(23).get("reason").asText());
  }

  /** Runs from the packed jar alone, which Maven names; without Maven from the classes. */
  private static ServiceProcess demo(String data) throws IOException {
    String[] words = {"demo", "--port", "0", "--data", data};
    return JAR == null ? ServiceProcess.start(Map.of(), words) : ServiceProcess.ofJar(JAR, words);
  }

  @ParameterizedTest
  @CsvSource({
    "-Dnothing=chosen, -XX:InitialHeapSize=67108864 -XX:+UseSerialGC",
    "-XX:+UseG1GC, -XX:+UseG1GC",
    "-Xmx300m, -XX:MaxHeapSize=314572800 -XX:+UseSerialGC"
  })
  void theServiceRunsWithTheOptionsOfASmallMachineUnlessTheUserChoosesOthers(
      String chosen, String expected) throws IOException {
    assumeTrue(JAR != null, "only Maven packs the jar");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                chosen,
                "-XX:+PrintCommandLineFlags",
                "-jar",
                JAR,
                "serve",
                "--help")
            .start();
    // The first line is of the process before it replaced itself.
    String flags =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.contains("-XX:"))
            .skip(1)
            .findFirst()
            .orElseThrow();
    for (String flag : expected.split(" ", -1)) {
      assertTrue(flags.contains(flag + " "), flags);
    }
    Matcher heap = Pattern.compile("-XX:MaxHeapSize=(\\d+) ").matcher(flags);
    assertTrue(heap.find() && Long.parseLong(heap.group(1)) <= 1L << 30, flags);
  }

  @Test
  void theJarStaysBelowItsSizeLimit() throws IOException {
    assumeTrue(JAR != null, "only Maven packs the jar");
    assertTrue(Files.size(Path.of(JAR)) <= MOST_JAR_BYTES);
  }

  @Test
  void theRecordsInTheReadmeCanBeLoaded() throws Exception {
    Path file = temp.resolve("records.json");
    Files.writeString(file, Shell.readmeBlocks("json").get(0));
    try (Room room = new Room()) {
      room.database().migrate();
      room.run("load", file.toString()).requireExit(0);
    }
  }
}
