package supplychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.core.Json;

/** The README's way from an empty install to the first sale, with curl alone. */
@Tag("proof")
class EmptyInstallTest {
  @TempDir Path temp;

  @Test
  void curlAloneLeadsFromNothingToTheFirstPurchaseAndSale() throws Exception {
    String data = temp.resolve("data").toString();
    File answers = temp.resolve("answers").toFile();
    try (ServiceProcess service =
        ServiceProcess.start(Map.of(), "serve", "--port", "0", "--data", data)) {
      assertEquals(200, service.client(null).get("/health/ready").status());
      assertTrue(
          service.err().stream()
              .anyMatch(
                  line ->
                      line.startsWith("There is no company")
                          && line.contains("load FILE")
                          && line.contains("token create")),
          service.err()::toString);
      assertEquals("", Files.readString(service.out()));
      String baseUrl = service.baseUrl().replaceAll("/$", "");
      CommandRun token =
          CommandRun.of(
              "token", "create", "--data", data, "--user", "you@example.org", "--role", "OPERATOR");
      assertEquals(0, token.exitCode(), token.err());
      ProcessBuilder shell = new ProcessBuilder("sh", "-e", script().toString());
      shell.environment().putAll(Map.of("OPERATOR", token.out().strip(), "BASE_URL", baseUrl));
      Process run =
          shell
              .directory(temp.toFile())
              .redirectOutput(answers)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertEquals(0, run.waitFor(), Files.readString(answers.toPath()));
    }
    List<String> said = Files.readAllLines(answers.toPath());
    // The ids of the token, the company-product and the sale; the table's two lines; the payment.
    said.subList(0, 3).forEach(id -> assertTrue(id.matches("[0-9a-f-]{36}"), id));
    List<String> names = Arrays.asList(said.get(3).split(",", -1));
    List<String> lot = Arrays.asList(said.get(4).split(",", -1));
    assertEquals("80", lot.get(names.indexOf("quantity")));
    assertEquals("50", lot.get(names.indexOf("current_quantity")));
    JsonNode payments =
        Json.MAPPER.readTree(
            said.subList(5, said.size()).stream().collect(Collectors.joining("\n")));
    assertEquals(1, payments.size());
    assertEquals("160000", payments.get(0).get("amount").decimalValue().toPlainString());
    assertEquals(lot.get(names.indexOf("id")), payments.get(0).get("transaction").textValue());
  }

  private Path script() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    List<String> blocks =
        Pattern.compile("```bash\n(.*?)```", Pattern.DOTALL)
            .matcher(readme)
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();
    Path script = temp.resolve("from-nothing.sh");
    return Files.writeString(script, String.join("\n", blocks));
  }
}
