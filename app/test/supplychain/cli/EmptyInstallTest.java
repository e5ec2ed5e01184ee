package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An empty service says what to do next, and the first token works. */
@Tag("proof")
class EmptyInstallTest {
  private static final String COMPANIES = "/v1/supply-chains/companies/";

  @TempDir Path temp;

  @Test
  void anEmptyServiceNamesTheFirstSteps() throws Exception {
    String data = temp.resolve("data").toString();
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
      String token =
          CommandRun.of(
                  "token",
                  "create",
                  "--data",
                  data,
                  "--user",
                  "you@example.org",
                  "--role",
                  "OPERATOR")
              .requireExit(0)
              .out()
              .strip();
      service.client(token).post(COMPANIES, "{\"name\": \"Elgon\"}").expect(201);
    }
  }
}
