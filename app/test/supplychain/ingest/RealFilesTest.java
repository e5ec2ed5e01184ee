package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.core.Json;
import supplychain.core.Progress;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.postgres.TemporaryFolder;

/**
 * Files as people have them, sent to the demo. {@code real/expected.json} says what each of them
 * does: an object has at least the members that are there, and an ellipsis stands for any text. A
 * name in braces is a record of the demo, and {@code {1}} the first record that the file made.
 */
class RealFilesTest {
  private static final String ANYTHING = "…";

  private final Room room = new EmptyDatabase().room();
  private final Map<String, String> names = namesOfDemo(room.database());
  private final String token = room.token(names.get("COMPANY"), Role.ADMIN);
  @TempDir Path folder;

  private static Map<String, String> namesOfDemo(Database database) {
    Demo demo = new Demo(database);
    demo.load(Progress.NONE);
    return demo.ids();
  }

  static Stream<Named<JsonNode>> files() throws Exception {
    return expected()
        .valueStream()
        .map(one -> Named.of(one.get("file").asText() + ": " + one.get("says").asText(), one));
  }

  private static JsonNode expected() throws Exception {
    return Json.MAPPER.readTree(World.fileBeside(RealFilesTest.class, "real/expected.json"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileDoesWhatIsExpectedOfIt(JsonNode file) throws Exception {
    String name = file.get("file").asText();
    String content = filledIn(World.fileBeside(RealFilesTest.class, "real/" + name));
    String zone = file.path("time_zone").asText();
    Path copy = Files.writeString(folder.resolve(name), content);
    if (zone.isEmpty()) {
      take(file.get("steps"), copy, room.client(token));
      return;
    }
    try (ServiceProcess service =
        ServiceProcess.start(room.settings(), "serve", "--port", "0", "--time-zone", zone)) {
      take(file.get("steps"), copy, service.client(token));
    }
  }

  private void take(JsonNode steps, Path file, Client client) throws Exception {
    for (JsonNode written : steps) {
      JsonNode step = Json.MAPPER.readTree(filledIn(written.toString()));
      JsonNode answer =
          step.has("run")
              ? ran(step.get("run").asText(), file)
              : step.has("get") ? read(step, client) : sent(step, Files.readString(file), client);
      requireLike(step.get("answer"), answer, step);
    }
  }

  private JsonNode ran(String command, Path file) {
    CommandRun run = room.run((command + " " + file).split(" ", -1));
    return TextNode.valueOf(run.out() + run.err());
  }

  private static JsonNode read(JsonNode step, Client client) {
    String accepted = step.path("accept").asText("application/json");
    Reply reply = client.get(step.get("get").asText(), "Accept", accepted);
    reply.expect(step.path("status").asInt(200));
    return accepted.endsWith("json") ? reply.json() : TextNode.valueOf(reply.text());
  }

  /** The answer to the file, or to another body: a problem, or its lines as an array. */
  private JsonNode sent(JsonNode step, String content, Client client) throws Exception {
    String type = step.path("type").asText("application/json");
    String body = step.has("body") ? step.get("body").toString() : content;
    String prefer = step.path("prefer").asText("tx=commit");
    String path = step.get("post").asText();
    Reply reply = client.post(path, body, "Content-Type", type, "Prefer", prefer);
    reply.expect(step.path("status").asInt(200));
    if (reply.status() >= 400) {
      return reply.json();
    }
    ArrayNode lines = Json.MAPPER.createArrayNode();
    for (String line : reply.text().split("\n", 0)) {
      lines.add(Json.MAPPER.readTree(line));
      names.put("" + lines.size(), lines.get(lines.size() - 1).path("id").asText());
    }
    return lines;
  }

  private String filledIn(String text) {
    String filled = text;
    for (Map.Entry<String, String> one : names.entrySet()) {
      filled = filled.replace("{" + one.getKey() + "}", one.getValue());
    }
    return filled;
  }

  private static void requireLike(JsonNode expected, JsonNode real, Object step) {
    assertTrue(
        isLike(expected, real),
        () -> step + "\nexpected: " + expected + "\nreally: " + real.toPrettyString());
  }

  private static boolean isLike(JsonNode expected, JsonNode real) {
    if (expected.isObject()) {
      return expected
          .propertyStream()
          .allMatch(one -> isLike(one.getValue(), real.path(one.getKey())));
    }
    if (expected.isArray()) {
      boolean isLike = real.isArray() && real.size() == expected.size();
      for (int i = 0; isLike && i < expected.size(); i++) {
        isLike = isLike(expected.get(i), real.get(i));
      }
      return isLike;
    }
    if (!expected.isTextual() || !real.isTextual()) {
      return expected.equals(real);
    }
    String pattern =
        Arrays.stream(expected.asText().split(ANYTHING, -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(real.asText()).matches();
  }

  @Test
  void everyFileHasAnExpectation() throws Exception {
    Path real = Path.of(RealFilesTest.class.getResource("real/expected.json").toURI()).getParent();
    List<String> files = new ArrayList<>(TemporaryFolder.names(real));
    files.remove("expected.json");
    assertEquals(files, expected().findValuesAsText("file").stream().sorted().toList());
  }
}
