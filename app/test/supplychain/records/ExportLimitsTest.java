package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.Admission;

/** Clients of whole lists that take nothing, go away, or are too many. */
@Tag("proof")
class ExportLimitsTest {
  private static final String TABLE = "text/csv";
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int MANY = 1_000_000;

  /** How many lists one company may have sent to it at the same time. */
  private static final int SHARE = Admission.EXPORTS / 2;

  /** Records that are sent at once, and many that no connection holds while nobody takes them. */
  private static final int SMALL = 600;

  private static final int LARGE = 1_000;

  /** More than the service waits from one look at its connections to the next. */
  private static final Duration LOOKS = Duration.ofSeconds(8);

  private static final String END = "\r\n0\r\n\r\n";

  private static String token;
  private static String neighboursToken;
  private static OwnService service;
  private final List<RawConnection> clients = new ArrayList<>();

  @BeforeAll
  static void makeALongList() {
    World world = new World();
    UUID company = world.company("Cooperative");
    token = world.token(company, Role.MEMBER);
    neighboursToken = world.token(world.company("Neighbour"), Role.MEMBER);
    Client member = Installation.shared().client(token);
    String long500 = "🌾".repeat(500);
    String large = ("G" + ("," + long500).repeat(6) + "\n").repeat(LARGE);
    String columns = "first_name,description,street,city,province,country,sub_province\n";
    for (String table : List.of("first_name\n" + "G\n".repeat(SMALL), columns + large)) {
      member.send("POST", FARMERS, table, "Content-Type", TABLE).expect(200);
    }
  }

  @AfterEach
  void stop() {
    clients.forEach(RawConnection::close);
    service.close();
  }

  private static Client honest() {
    return service.client(token);
  }

  /** A client that asks for the whole list and reads nothing of it. */
  private RawConnection ask() {
    RawConnection client = new RawConnection(service.origin());
    clients.add(client);
    client.send(
        "GET %s HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(FARMERS, token));
    return client;
  }

  private void takeEveryPlace() {
    for (int i = 0; i < SHARE; i++) {
      RawConnection client = ask();
      Await.until(() -> !client.isWaiting());
    }
  }

  /** Asks until another list of the same company begins. */
  private void awaitPlace() {
    Await.until(
        () -> {
          RawConnection next = ask();
          clients.remove(next);
          try (next) {
            return next.status() == 200;
          }
        });
  }

  @Test
  void oneCompanyGetsHalfOfThePlacesForListsAndALeavingClientFreesOne() {
    service = OwnService.limited(OwnService.limits(LONG, MANY, MANY, LONG, LONG));
    takeEveryPlace();
    RawConnection next = ask();
    Client neighbour = service.client(neighboursToken);
    neighbour.get(FARMERS, "Accept", TABLE).expect(200);
    honest().get(FARMERS).expect(200);
    assertTrue(next.isWaiting());
    clients.get(0).close();
    Await.until(() -> !next.isWaiting());
    clients.forEach(RawConnection::close);
    takeEveryPlace();
  }

  @Test
  void aClientThatReadsNothingIsCutOffVisibly() {
    Duration silence = Duration.ofSeconds(2);
    service = OwnService.limited(OwnService.limits(silence, MANY, MANY, silence, LONG));
    takeEveryPlace();
    long allBegun = System.nanoTime();
    awaitPlace();
    awaitTheRest(allBegun, silence);
    allAreCut();
  }

  @Test
  void aListThatTakesTwelveTimesAsLongAsOtherRequestsMayIsCutOff() {
    Duration time = Duration.ofSeconds(1);
    service = OwnService.limited(OwnService.limits(LONG, MANY, MANY, LONG, time));
    long begin = System.nanoTime();
    takeEveryPlace();
    long allBegun = System.nanoTime();
    awaitPlace();
    assertTrue(System.nanoTime() - begin > time.multipliedBy(12).toNanos());
    awaitTheRest(allBegun, time.multipliedBy(12));
    allAreCut();
  }

  /** Until the last of them is cut, too: who is read from before that goes on. */
  private static void awaitTheRest(long allBegun, Duration time) {
    long end = allBegun + time.plus(LOOKS).toNanos();
    while (System.nanoTime() - end < 0) {
      honest().get(FARMERS + "?limit=1").expect(200);
    }
  }

  /** Each had a begin, and none an end. */
  private void allAreCut() {
    for (RawConnection client : clients) {
      String answer = client.rest();
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer.substring(0, 20));
      assertFalse(answer.endsWith(END));
    }
  }
}
