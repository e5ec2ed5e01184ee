package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Await;
import supplychain.Client;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.core.Tokens;

/** The metrics for Prometheus, and the roles that can read them. */
class MetricsTest {
  private static final String METRICS = "/metrics";

  private final World world = new World();
  private final UUID company = world.company("Cooperative of metrics");
  private final UUID farmer = world.farmer(company);
  @AutoClose private final OwnService service = OwnService.limited(new Limits());
  private final Client local = service.client(null);

  private double value(String metric) {
    String text = local.get(METRICS).expect(200).text();
    Matcher line = Pattern.compile("(?m)^" + Pattern.quote(metric) + " (\\S+)$").matcher(text);
    assertTrue(line.find(), metric + " is not in " + text);
    return Double.parseDouble(line.group(1));
  }

  /** Waits for the count: the service counts a request after its answer. */
  private void awaitCount(int count, String metric) {
    Await.until(() -> local.get(METRICS).text().contains("\n" + metric + " " + count + "\n"));
  }

  @Test
  void requestsAreCountedByRouteAndStatusWithAHistogram() {
    Client reporter = service.client(world.token(company, Role.REPORTER));
    reporter.get(FARMERS + farmer + "/").expect(200);
    reporter.get(FARMERS + farmer + "/").expect(200);
    reporter.get("/v1/none/" + farmer).expect(404);
    String read = "method=\"GET\",route=\"/v1/supply-chains/farmers/{hashid}/\",status=\"200\"";
    awaitCount(2, "http_server_requests_seconds_count{" + read + "}");
    awaitCount(2, "http_server_requests_seconds_bucket{" + read + ",le=\"+Inf\"}");
    String none = "method=\"GET\",route=\"none\",status=\"404\"";
    awaitCount(1, "http_server_requests_seconds_count{" + none + "}");
  }

  @Test
  void groupsOfRequestsAreCountedWithTheirSizesAndSoAreRequestsThatLeftThem() {
    Client member = service.client(world.token(company, Role.MEMBER));
    String body =
        "{\"source\": \"" + company + "\", \"destination\": \"" + farmer + "\", \"amount\": 5}";
    for (int time = 0; time < 2; time++) {
      member.post(PAYMENTS, body, "Idempotency-Key", "one").expect(201);
    }
    String route = "{method=\"POST\",route=\"" + PAYMENTS + "\"}";
    assertEquals(2, value("supply_chain_group_requests_count" + route));
    assertEquals(2, value("supply_chain_group_requests_sum" + route));
    assertEquals(1, value("supply_chain_group_alone_total" + route));
  }

  @Test
  void aMethodThatAClientInventsAddsNoNameOfItsOwn() {
    try (RawConnection connection = new RawConnection(service.origin())) {
      connection.send("INVENTED /v1/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").rest();
    }
    String text = local.get(METRICS).text();
    assertFalse(text.contains("INVENTED"), text);
  }

  @Test
  void refusalsAreCountedByTypeAndFailedTokensBesides() {
    service.client(Tokens.generate()).get("/v1/me/").expect(401);
    local.get("/v1/me/").expect(401);
    service.client(world.token(company, Role.REPORTER)).post(FORMS, "{}").expect(403);
    assertEquals(2, value("supply_chain_refusals_total{type=\"unauthenticated\"}"));
    assertEquals(1, value("supply_chain_refusals_total{type=\"forbidden\"}"));
    assertEquals(0, value("supply_chain_refusals_total{type=\"unavailable\"}"));
    assertEquals(1, value("supply_chain_failed_tokens_total"));
  }

  @Test
  void theStateOfPoolJavaDatabaseAndMaintenanceIsShownWithoutPersonalDataAndIds() {
    assertEquals(1, value("supply_chain_database_up"));
    assertTrue(value("supply_chain_database_bytes") > 1e6);
    assertTrue(value("hikaricp_connections_max") > 1);
    String text = local.get(METRICS).text();
    for (String part :
        List.of(
            "jvm_memory_used_bytes{",
            "jvm_gc_",
            "jvm_threads_live_threads ",
            "process_uptime_seconds ",
            "supply_chain_records{table=\"farmer\"} ",
            "supply_chain_backup_timestamp_seconds ",
            "supply_chain_backup_check_right ",
            "supply_chain_verify_timestamp_seconds ",
            "supply_chain_verify_right ")) {
      assertTrue(text.contains("\n" + part), part + " is not in " + text);
    }
    assertFalse(text.contains(farmer.toString()) || text.contains("Cooperative of"), text);
  }

  @Test
  void onlyAMonitorAndAnOperatorReadThemWithAToken() {
    for (Role role : Role.values()) {
      if (role != Role.ANYONE) {
        String token = world.token(role.hasCompany() ? company : null, role);
        Reply reply = service.client(token).get(METRICS);
        boolean mayRead = role == Role.MONITOR || role == Role.OPERATOR;
        assertEquals(mayRead ? 200 : 403, reply.status(), role.name());
      }
    }
    service.client(Tokens.generate()).get(METRICS).expect(401);
  }

  @Test
  void aMonitorReadsNothingElse() {
    Client monitor = service.client(world.token(null, Role.MONITOR));
    for (String path : List.of("/v1/me/", FARMERS, "/v1/changes/")) {
      monitor.get(path).expect(403);
    }
    monitor.post(FARMERS, "{}").expect(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: records.example.org",
        "Host: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1",
        "Host: localhost\r\nForwarded: for=192.0.2.1",
        "Host: localhost\r\nVia: 1.1 proxy"
      })
  void aRequestThroughAProxyOnTheSameMachineNeedsAToken(String head) {
    try (RawConnection connection = new RawConnection(service.origin())) {
      connection.send("GET /metrics HTTP/1.1\r\n" + head + "\r\nConnection: close\r\n\r\n");
      assertEquals(401, connection.status());
    }
  }
}
