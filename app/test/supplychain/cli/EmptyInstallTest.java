package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Shell;
import supplychain.core.Json;

/** The README's way from an empty install to the first sale, with curl alone. */
@Tag("proof")
class EmptyInstallTest {
  @TempDir Path temp;

  @Test
  void curlAloneLeadsFromNothingToTheFirstPurchaseAndSale() throws Exception {
    String data = temp.resolve("data").toString();
    List<String> said;
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
                  "token",
                  "create",
                  "--data",
                  data,
                  "--user",
                  "you@example.org",
                  "--role",
                  "OPERATOR")
              .requireExit(0);
      Path script = temp.resolve("from-nothing.sh");
      Files.writeString(script, String.join("\n", Shell.readmeBlocks("bash")));
      said =
          Shell.script(script, temp, Map.of("OPERATOR", token.out().strip(), "BASE_URL", baseUrl))
              .lines()
              .toList();
    }
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
}
