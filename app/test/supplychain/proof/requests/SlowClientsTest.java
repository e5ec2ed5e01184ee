package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.core.Role;
import supplychain.http.Limits;
import supplychain.proof.Proof;

/** However many clients are slow or silent, the honest ones are answered, and memory is steady. */
@Tag("proof")
class SlowClientsTest extends OneCompany {
  /** Of these companies together, so many requests may be in progress, and the honest one's. */
  private static final int SENDERS = 300;

  private static final int SENDING_COMPANIES = 10;

  private static final int STRANGERS = Proof.count(300, 1_000);
  private static final int SLOW_HEADERS = Proof.count(300, 1_500);
  private static final int IDLE = Proof.count(500, 2_500);
  private static final int ROUNDS = Proof.count(3, 20);

  /** Far above what is open, so that no idle connection is closed to make room. */
  private static final int MOST_CONNECTIONS = 20_000;

  private static final long MOST_BYTES_EACH = 48 << 10;
  private static final long LEFT_BYTES = 8 << 20;
  private static final Duration LONG = Duration.ofMinutes(30);

  private final String token = world.token(company, Role.ADMIN);
  private final String body = "{\"company\": \"" + company + "\"}" + " ".repeat(ROUNDS);
  @AutoClose private final OwnService service = OwnService.listening(limits(), null);
  private final String origin = service.origin();
  private final List<RawConnection> open = new ArrayList<>();

  private static Limits limits() {
    Limits limits = OwnService.limits(LONG, Limits.LEAST_MEMORY, MOST_CONNECTIONS, LONG, LONG);
    limits.connectionsOfAddress = 0;
    return limits;
  }

  @Test
  void honestClientsAreAnsweredWhileThousandsAreSlow() {
    beHonest();
    // The first wave fills the pools of buffers, which are kept; the next must need no more.
    wave();
    long after = usedBytes();
    wave();
    // The last of a wave may still be closing.
    Await.until(() -> usedBytes() - after < LEFT_BYTES);
  }

  private void wave() {
    long before = usedBytes();
    List<RawConnection> senders =
        IntStream.range(0, SENDING_COMPANIES)
            .mapToObj(i -> senders())
            .flatMap(List::stream)
            .toList();
    List<RawConnection> strangers =
        clients(STRANGERS, RawConnection.post(COMPANY_PRODUCTS, null, body.length()) + "{");
    List<RawConnection> headers = clients(SLOW_HEADERS, "GET /health/live HTTP/1.1\r\nX: ");
    List<RawConnection> idle = clients(IDLE, "");
    strangers.forEach(stranger -> assertEquals(401, stranger.status()));
    for (int round = 1; round < ROUNDS; round++) {
      senders.forEach(sender -> sender.send(" "));
      headers.forEach(sender -> sender.send("x"));
      beHonest();
    }
    long each = (usedBytes() - before) / (SENDERS + SLOW_HEADERS + IDLE);
    assertTrue(each < MOST_BYTES_EACH, "a slow client takes " + each + " bytes");
    for (List<RawConnection> slow : List.of(senders, headers, idle)) {
      assertEquals(slow.size(), slow.stream().filter(RawConnection::isWaiting).count());
    }
    senders.forEach(sender -> sender.send(" "));
    senders.forEach(sender -> assertEquals(201, sender.status()));
    headers.forEach(sender -> sender.send("\r\nHost: x\r\n\r\n"));
    headers.forEach(sender -> assertEquals(200, sender.status()));
    closeAll();
    beHonest();
  }

  /** Clients of one company, each with a body that has all but arrived. */
  private List<RawConnection> senders() {
    UUID owner = world.company("Slow");
    String all = body.replace(company.toString(), owner.toString());
    String begun = all.substring(0, all.length() - ROUNDS);
    String head =
        RawConnection.post(COMPANY_PRODUCTS, world.token(owner, Role.ADMIN), all.length());
    return clients(SENDERS / SENDING_COMPANIES, head + begun);
  }

  @AfterEach
  void closeAll() {
    open.forEach(RawConnection::close);
    open.clear();
  }

  private void beHonest() {
    Client honest = new Client(origin, token);
    assertEquals(200, honest.get(COMPANIES + company + "/").status());
    assertEquals(201, honest.post(COMPANY_PRODUCTS, body).status());
    assertEquals(401, new Client(origin, null).post(COMPANY_PRODUCTS, body).status());
  }

  private List<RawConnection> clients(int count, String start) {
    List<RawConnection> clients =
        IntStream.range(0, count).mapToObj(i -> new RawConnection(origin).send(start)).toList();
    open.addAll(clients);
    return clients;
  }

  /** Bytes in use, of both kinds of Java's memory, when what is not needed is gone. */
  private static long usedBytes() {
    System.gc();
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + direct;
  }
}
