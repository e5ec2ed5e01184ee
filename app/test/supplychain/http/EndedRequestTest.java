package supplychain.http;

import static supplychain.Paths.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A request whose connection ends while it is worked on. */
class EndedRequestTest extends OneCompany {
  /** The share of one company in the places for short work. */
  private static final int SHORT_SHARE = 4;

  private final String token = world.token(company, Role.MEMBER);
  private final OwnService service = OwnService.listening();

  private UUID lot() {
    String goods =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"product\": \"%s\", \"amount\": \"1\"}"
            .formatted(world.farmer(company), company, world.product("Cherry"));
    Reply lot = Installation.shared().client(token).post(GOODS, goods).expect(201);
    return UUID.fromString(lot.id());
  }

  @Test
  void aServiceThatStopsDuringRequestsEndsTheirThreads() {
    UUID first = lot();
    UUID second = lot();
    List<RawConnection> clients = new ArrayList<>();
    whileLocked(
        second,
        sql -> {
          whileLocked(
              first,
              inner -> {
                clients.addAll(reversals(first, SHORT_SHARE));
                Await.until(() -> waiting(inner) == SHORT_SHARE);
                // They have no place yet, and get one when the first are answered.
                clients.addAll(reversals(second, 2));
              });
          Await.until(() -> waiting(sql) == 2);
          clients.forEach(RawConnection::close);
          service.close();
        });
    Await.until(() -> !isAtWork());
  }

  private List<RawConnection> reversals(UUID lot, int count) {
    String reversal = "{\"reason\": \"A wrong scale\"}";
    String head = RawConnection.post(GOODS + lot + "/reversals/", token, reversal.length());
    return Stream.generate(() -> new RawConnection(service.origin()).send(head + reversal))
        .limit(count)
        .toList();
  }

  private static void whileLocked(UUID lot, Consumer<DSLContext> work) {
    World.write(
        sql -> {
          sql.execute("select 1 from product_transaction where id = {0} for update", lot);
          work.accept(sql);
          return lot;
        });
  }

  private static int waiting(DSLContext sql) {
    return sql.resultQuery("select count(*) from pg_locks where not granted")
        .fetchSingle(0, Integer.class);
  }

  /** Whether a thread works on a request. */
  private static boolean isAtWork() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().endsWith(".JavalinServlet"));
  }
}
