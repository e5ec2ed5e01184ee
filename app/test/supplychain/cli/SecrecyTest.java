package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A token is in no line of the log and in no answer, wherever a client puts it. */
@Tag("proof")
class SecrecyTest {
  @Test
  void noTokenIsLoggedOrAnsweredEvenAtTheFinestLevel() throws Exception {
    World world = new World();
    UUID company = world.company("Cooperative");
    String token = world.token(company, Role.ADMIN);
    Map<String, String> settings = CommandRun.shared();
    settings.put("JAVA_TOOL_OPTIONS", "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace");
    List<Integer> statuses = new ArrayList<>();
    List<String> log;
    try (ServiceProcess service = ServiceProcess.start(settings, "serve", "--port", "0")) {
      for (Reply reply : everywhere(service.client(token), service.client(null), company, token)) {
        statuses.add(reply.status());
        assertFalse(reply.text().contains(token), reply.text());
        assertFalse(reply.headers().toString().contains(token));
      }
      service.terminate();
      assertEquals(0, service.exitCode());
      log = service.err();
    }
    assertEquals(List.of(200, 200, 200, 404, 401, 401, 400, 400, 400, 404), statuses);
    assertEquals(
        statuses.size(), log.stream().filter(line -> line.contains(" request - ")).count());
    assertTrue(log.stream().anyMatch(line -> line.contains("org.jooq")), "it tells no more");
    assertEquals(List.of(), log.stream().filter(line -> line.contains(token)).toList());
  }

  private static List<Reply> everywhere(Client known, Client nobody, UUID company, String token) {
    String path = COMPANIES + company + "/";
    String misplaced = "{\"company\": \"%s\", \"product_id\": \"%s\", \"%s\": 1}";
    return List.of(
        known.get(path),
        known.get(path + "?token=" + token),
        known.get(path, "X-Request-Id", token),
        known.get("/v1/" + token),
        nobody.get("/v1/" + token),
        nobody.get(path, "Authorization", "Token " + token),
        known.post(COMPANY_PRODUCTS, token),
        known.post(COMPANY_PRODUCTS, misplaced.formatted(token, token, token)),
        known.post(COMPANY_PRODUCTS, "{\"company\": 1}", "Idempotency-Key", token),
        known.patch(FARMERS + token + "/", "{\"first_name\": \"G\"}"));
  }
}
