package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.core.Role;

/**
 * Every resource that a client can hold has a limit. At the limit, the service answers or closes.
 */
class LimitsTest extends OneCompany {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofSeconds(1);

  /** Where another must not be late. */
  private static final Duration LESS_SHORT = Duration.ofSeconds(2);

  private static final int MANY = 1_000_000;

  /** So many connections are all that may be open before others are closed. */
  private static final int CROWDED = 8;

  private static final String LIVE = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";

  private final String token = world.token(company, Role.ADMIN);
  private final String body = "{\"company\": \"" + company + "\"}";
  private final String large = body + " ".repeat(2 * MemoryBudget.SMALL);
  private final AtomicInteger openedCount = new AtomicInteger();
  @AutoClose private OwnService service;

  @Test
  void aBodyThatTakesTooLongIsRefusedWhetherItStopsOrComesByteByByte() {
    start(OwnService.limits(SHORT, 1 << 24, MANY, LONG, LONG));
    try (RawConnection stopped = client().send(head(body.length() + 1) + body);
        RawConnection dripping = client().send(head(JsonRequest.MOST_BYTES))) {
      dripping.sendUntilAnswered(" ");
      assertEquals(400, dripping.status());
      String answer = stopped.rest();
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("The body took longer than 1 s to arrive."), answer);
    }
  }

  @Test
  void aRefusedBodyThatStopsComingIsAnswered() {
    start(OwnService.limits(LONG, MANY, MANY, LONG, LONG));
    String plain = head(MANY).replace("/json", "/xml");
    try (RawConnection client = client().send(plain + "<")) {
      assertEquals(415, client.status());
    }
  }

  @Test
  void aSilentConnectionAndAHeaderThatNeverEndsAreClosedButARequestAtWorkIsNot() {
    start(OwnService.limits(LONG, MANY, MANY, LESS_SHORT, LONG));
    try (RawConnection atWork = client().send(head(body.length()) + "{");
        RawConnection idle = client();
        RawConnection answered = client().send(LIVE);
        RawConnection dripping = client().send("GET /health/live HTTP/1.1\r\nX: ")) {
      dripping.sendUntilAnswered("x");
      assertEquals("", idle.rest());
      String answer = answered.rest();
      assertTrue(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("{\"status\":\"live\"}\n"));
      assertEquals(201, atWork.send(body.substring(1)).status());
    }
  }

  @Test
  void aRequestThatTakesTooLongInAllIsCutOff() {
    start(OwnService.limits(LONG, MANY, MANY, LONG, LESS_SHORT));
    try (RawConnection client = client().send(head(body.length()) + "{")) {
      assertEquals("", client.rest());
      assertEquals(201, honest().post(COMPANY_PRODUCTS, body).status());
    }
  }

  @Test
  void aConnectionBeyondTheLimitWaitsUntilAnotherCloses() {
    start(OwnService.limits(LONG, MANY, 1, LONG, LONG));
    try (RawConnection first = client().send("GET ")) {
      Await.until(() -> first.isWaiting());
      try (RawConnection next = client().send(LIVE)) {
        first.close();
        assertEquals(200, next.status());
      }
    }
  }

  @Test
  void whileManyConnectionsAreOpenANewOneClosesTheOneIdleLongestAndNoneAtWork() {
    start(OwnService.limits(LONG, MANY, CROWDED + 2, LONG, LONG));
    assertOneMoreClosesTheIdleLongest();
  }

  @Test
  void aNewConnectionOfAnAddressAtItsLimitClosesTheOneOfItsIdleLongest() throws IOException {
    Limits limits = OwnService.limits(LONG, MANY, MANY, LONG, LONG);
    limits.connectionsOfAddress = CROWDED;
    start(limits);
    URI origin = URI.create(service.origin());
    InetAddress otherAddress = InetAddress.getByName("127.0.0.2");
    try (Socket other = new Socket(origin.getHost(), origin.getPort(), otherAddress, 0)) {
      assertOneMoreClosesTheIdleLongest();
      other.getOutputStream().write(LIVE.getBytes(StandardCharsets.US_ASCII));
      assertEquals('H', other.getInputStream().read());
    }
  }

  @Test
  void anAddressWhoseConnectionsAreAllAtWorkGetsNoOther() {
    Limits limits = OwnService.limits(LONG, MANY, MANY, LONG, LONG);
    limits.connectionsOfAddress = 1;
    start(limits);
    try (RawConnection atWork = atWork()) {
      assertEquals("", client().rest());
      assertTrue(atWork.send(body).rest().contains("HTTP/1.1 201 "));
    }
  }

  /** A connection whose request the service works on: it waits for the body. */
  private RawConnection atWork() {
    String more = "\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n";
    RawConnection client = client().send(head(body.length()).replace("\r\n\r\n", more));
    assertEquals(100, client.status());
    return client;
  }

  /** A connection that the service counts as idle from now on. */
  private RawConnection opened() {
    int before = openedCount.get();
    RawConnection client = client();
    Await.until(() -> openedCount.get() > before);
    return client;
  }

  private void assertOneMoreClosesTheIdleLongest() {
    RawConnection atWork = atWork();
    List<RawConnection> idle = new ArrayList<>();
    for (int i = 0; i < CROWDED; i++) {
      idle.add(opened());
    }
    assertEquals("", idle.get(0).rest());
    idle.subList(1, CROWDED).forEach(each -> assertTrue(each.isWaiting()));
    assertTrue(atWork.send(body).rest().contains("HTTP/1.1 201 "));
    idle.forEach(RawConnection::close);
  }

  @Test
  void bodiesBeyondTheMemoryBudgetAreRefusedUntilThereIsRoom() {
    start(OwnService.limits(LONG, memoryOf(2), MANY, LONG, LONG));
    List<RawConnection> holding = new ArrayList<>();
    // The other body may come first, and then this one is refused.
    Await.until(
        () -> {
          holding.add(client().send(head(large.length()) + large.substring(1)));
          return honest().post(COMPANY_PRODUCTS, large).status() == 503;
        });
    Reply refused = honest().post(COMPANY_PRODUCTS, large).expectProblem(503, "unavailable");
    assertEquals("1", refused.header("Retry-After"));
    assertEquals(200, honest().get(COMPANIES + company + "/").status());
    assertEquals(201, honest().post(COMPANY_PRODUCTS, body).status());
    holding.forEach(RawConnection::close);
    assertEquals(201, Await.otherThan(503, () -> honest().post(COMPANY_PRODUCTS, large)).status());
  }

  /** The memory that so many bodies take. */
  private long memoryOf(int bodies) {
    return (long) bodies * large.length();
  }

  @Test
  @Tag("proof")
  void clientsThatReadNothingDoNotDelayOthers() {
    start(OwnService.limits(LONG, MANY, MANY, LONG, LONG));
    String long7k = "GET /" + "x".repeat(7_000) + " HTTP/1.1\r\nHost: x\r\n\r\n";
    List<RawConnection> clients = new ArrayList<>();
    for (int i = 0; i <= Server.THREADS; i++) {
      clients.add(client().send(long7k.repeat(8)));
    }
    assertEquals(201, honest().post(COMPANY_PRODUCTS, body).status());
    clients.forEach(RawConnection::close);
  }

  @Test
  void aPathAndHeadersAreTakenUpToTheirLimitTogether() {
    start(new Limits());
    for (String place : new String[] {"GET /health/live?q=%s HTTP/1.1", "X: %s", "%s: x"}) {
      assertEquals(200, statusOfHead(place, Server.MOST_HEADER_BYTES), place);
      assertEquals(400, statusOfHead(place, Server.MOST_HEADER_BYTES + 1), place);
    }
  }

  private int statusOfHead(String place, int length) {
    String request = place.startsWith("GET") ? "" : "GET /health/live HTTP/1.1\r\n";
    String head = request + place + "\r\nHost: x\r\n\r\n";
    String filling = "x".repeat(length - head.length() + "%s".length());
    try (RawConnection client = client().send(head.formatted(filling))) {
      return client.status();
    }
  }

  @Test
  void thereAreNoMoreConnectionsThanTheSystemHasFilesFor() {
    assertEquals(Limits.CONNECTIONS, Limits.connections(Limits.CONNECTIONS + 200L));
    assertEquals(Limits.CONNECTIONS - 1, Limits.connections(Limits.CONNECTIONS + 199L));
    assertEquals(Limits.CONNECTIONS, Limits.connections(Long.MAX_VALUE));
    assertEquals(1, Limits.connections(0));
  }

  private void start(Limits limits) {
    service = OwnService.limited(limits);
    for (Connector each : service.service().jettyServer().server().getConnectors()) {
      // It comes after the listener of the limit, which has counted the connection then.
      each.addBean(
          new Connection.Listener() {
            @Override
            public void onOpened(Connection connection) {
              openedCount.incrementAndGet();
            }
          });
    }
  }

  private RawConnection client() {
    return new RawConnection(service.origin());
  }

  private Client honest() {
    return service.client(token);
  }

  private String head(int length) {
    return RawConnection.post(COMPANY_PRODUCTS, token, length);
  }
}
