package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.records.transaction.Trade.GOODS;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Meanwhile;
import supplychain.Reply;
import supplychain.Together;
import supplychain.World;
import supplychain.core.Role;

/** A group of several companies, users and tokens, in which all goes wrong that can. */
class TogetherMixedTest {
  private final Trade trade = new Trade();
  private final World world = trade.world;
  private final UUID other = world.company("Other");
  private final UUID otherFarmer = world.farmer(other);
  private final List<CompletableFuture<Reply>> replies = new ArrayList<>();
  private Together groups;

  @AfterEach
  void stop() {
    groups.close();
  }

  private void begin(Client client, Object body, String... headers) {
    replies.add(groups.begin(() -> client.post(GOODS, body.toString(), headers)));
  }

  private static int recordedBy(UUID company) {
    return World.read(
        sql -> sql.fetchCount(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(company)));
  }

  private Reply reply(int place) {
    return replies.get(place).join();
  }

  @Test
  void eachEndsAsIfItWereAlone() {
    groups = Together.of(7);
    Client member = groups.member(trade.coop);
    Client colleague = groups.member(trade.coop);
    Client foreign = groups.member(other);
    Client operator = groups.service.client(world.token(null, Role.OPERATOR));
    String token = world.token(other, Role.MEMBER);
    Client revoked = groups.service.client(token);
    ObjectNode purchase = trade.goods();
    ObjectNode ofOther = trade.goods(otherFarmer, other);
    String lot = trade.record(Trade.Kind.GOODS, trade.goods()).id();
    String sale =
        trade
            .goods(trade.coop, trade.exporter)
            .toString()
            .replace("}", ", \"parents\": [\"" + lot + "\"]}");
    String ofRepeat = world.token(other, Role.MEMBER);
    String[] key = {"Idempotency-Key", "used"};
    Client earlier = Installation.shared().client(ofRepeat);
    Reply kept = earlier.post(GOODS, ofOther.toString(), key).expect(201);
    Client repeating = groups.service.client(ofRepeat);
    int ofCoop = recordedBy(trade.coop);
    Meanwhile.during(
        sql ->
            sql.selectFrom(PRODUCT_TRANSACTION)
                .where(PRODUCT_TRANSACTION.ID.eq(UUID.fromString(lot)))
                .forUpdate()
                .fetch(),
        () -> {
          begin(member, purchase, "X-Request-Id", "0");
          begin(foreign, purchase, "X-Request-Id", "1");
          begin(operator, ofOther, "X-Request-Id", "2");
          begin(repeating, ofOther, key);
          begin(revoked, ofOther);
          World.write("update token set revoked_on = now() where id = ?", world.tokenId(token));
          begin(colleague, sale, "X-Request-Id", "5");
          begin(foreign, "{}");
          // All except for the sale, which waits for the lot.
          return Stream.of(0, 1, 2, 3, 4, 6).map(place -> reply(place).status()).toList();
        },
        others -> assertEquals(List.of(201, 400, 201, 201, 401, 400), others.join()));
    reply(5).expect(201);
    assertEquals(ofCoop + 2, recordedBy(trade.coop));
    // The repeated one, and that of the operator.
    assertEquals(2, recordedBy(other));
    assertEquals(kept.json(), reply(3).json());
    assertEquals("true", reply(3).header("Idempotent-Replayed"));
    reply(1).expect(400, "/source does_not_exist");
    reply(6)
        .expect(
            400,
            "/source required",
            "/destination required",
            "/product required",
            "/amount required");
    for (int place : new int[] {0, 2, 5}) {
      assertTrue(Together.authors(reply(place).id()).get(0).endsWith(" " + place));
    }
    assertEquals("0", member.get(GOODS + lot + "/").at("/current_quantity"));
  }
}
