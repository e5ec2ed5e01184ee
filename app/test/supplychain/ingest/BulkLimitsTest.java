package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;

/** A body with many records has a time limit, and two such bodies can arrive at the same time. */
class BulkLimitsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final int MANY = 1_000_000;
  private static final int LINES = 50;

  private final BulkScene scene = new BulkScene();

  /** Sends a body without its last byte. */
  private RawConnection withoutLastByte(OwnService service, String type, String body) {
    String head = RawConnection.post(FARMERS, scene.member.token(), body.length() + 1);
    return new RawConnection(service.origin()).send(head.replace("application/json", type) + body);
  }

  @Test
  void aBodyOfManyRecordsMayTakeSixTimesAsLongAsOneRecord() {
    String line = "{\"first_name\": \"Grace\"";
    String table = "first_name\nGrace";
    try (OwnService service = OwnService.limited(OwnService.limits(SHORT, MANY, MANY, LONG, LONG));
        RawConnection one = withoutLastByte(service, "application/json", line);
        RawConnection many = withoutLastByte(service, "text/csv", table);
        RawConnection stopped = withoutLastByte(service, "text/csv", table)) {
      assertTooSlow(one, 1);
      assertTrue(many.isWaiting());
      assertEquals(200, many.send("\n").status());
      assertTooSlow(stopped, 6);
    }
  }

  private static void assertTooSlow(RawConnection client, int seconds) {
    String answer = client.rest();
    assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    assertTrue(answer.contains("longer than " + seconds + " s to arrive"), answer);
  }

  @Test
  void theSecondOfTwoBodiesWithTheSameNumbersFindsThemKnown() {
    List<String> records = records(i -> "{'first_name':'Grace','number':'N" + i + "'}");
    List<Reply> replies = atOnce(FARMERS, records, records);
    assertEquals(List.of(200, 200), AtOnce.statuses(replies));
    assertEquals(
        Set.of("new=" + LINES, "known=" + LINES),
        replies.stream().map(Reply::summary).collect(Collectors.toSet()));
    assertEquals(LINES, scene.member.get(FARMERS + "?limit=1000").json().size());
  }

  @Test
  void twoBodiesWithTheSameCardsGetTheSameIds() {
    List<String> records = records(i -> "{'card_id':'C-" + i + "'}");
    List<Reply> replies = atOnce(CARDS, records, records);
    assertEquals(List.of(200, 200), AtOnce.statuses(replies));
    assertEquals(replies.get(0).lineIds(), replies.get(1).lineIds());
  }

  @Test
  void oneOfTwoBodiesThatDrawTheSameLotsInOppositeOrdersIsRecorded() {
    List<String> sales = salesOfNewLots();
    List<String> reversed = new ArrayList<>(sales);
    Collections.reverse(reversed);
    assertEquals(List.of(200, 409), AtOnce.statuses(atOnce(GOODS, sales, reversed)));
    String inStock = GOODS + "?in_stock=true&destination=" + scene.company;
    assertEquals(0, scene.member.get(inStock).json().size());
    assertEquals(2 * LINES, scene.member.get(GOODS + "?limit=1000").json().size());
  }

  /** Buys lots, and returns one sale of each. */
  private List<String> salesOfNewLots() {
    String moved = "{'source':'%s','destination':'%s','product':'%s','quantity':'1','amount':'1'";
    UUID product = scene.world.product("Cherry");
    UUID farmer = scene.world.farmer(scene.company);
    String bought = moved.formatted(farmer, scene.company, product) + "}";
    String sold = moved.formatted(scene.company, scene.world.company("Buyer"), product);
    Reply lots = post(GOODS, records(i -> bought)).expect(200);
    return lots.lineIds().stream().map(lot -> sold + ",'parents':['" + lot + "']}").toList();
  }

  private static List<String> records(IntFunction<String> record) {
    return IntStream.range(0, LINES).mapToObj(record).toList();
  }

  private List<Reply> atOnce(String path, List<String> first, List<String> second) {
    return AtOnce.send(2, turn -> post(path, turn == 0 ? first : second));
  }

  private Reply post(String path, List<String> records) {
    return scene.documents(path, String.join("\n", records).replace('\'', '"'));
  }
}
