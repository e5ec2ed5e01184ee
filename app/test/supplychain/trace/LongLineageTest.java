package supplychain.trace;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.trace.Chain.GOODS;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Reply;

/** A lot may have as many ancestors as a year has deliveries, one after the other or at once. */
@Tag("proof")
class LongLineageTest {
  private static final String TOO_MUCH =
      "It leads to more than 50000 transactions, or more than 100000 draws between them.";

  private final Chain chain = new Chain();
  private final LongLineage lineage = new LongLineage(chain);

  private Reply trace(UUID id, String type) {
    return chain.ofCoop.get(GOODS + id + "/trace/", "Accept", type);
  }

  /** A lot that drew from so many deliveries of the farmer. */
  private UUID lot(int deliveries) {
    UUID lot = lineage.step(chain.coop);
    for (int i = 0; i < deliveries; i++) {
      lineage.draw(lot, lineage.step(chain.farmer));
    }
    lineage.write();
    return lot;
  }

  private static void assertTooLarge(String detail, Reply reply) {
    reply.expect(409);
    assertEquals("/problems/lineage-too-large", reply.at("/type"));
    assertEquals(detail, reply.at("/detail"));
  }

  @Test
  void aChainOfAThousandStepsLeadsToItsFarmer() {
    UUID last = lineage.step(chain.farmer);
    for (int i = 1; i < 1_000; i++) {
      UUID next = lineage.step(chain.coop);
      lineage.draw(next, last);
      last = next;
    }
    lineage.write();
    JsonNode trace = trace(last, "application/json").json();
    assertEquals(1_000, trace.get("steps").size());
    assertEquals(999, trace.get("draws").size());
    assertEquals("1", trace.at("/origins/farmers/0/share").asText());
    assertEquals("1", trace.at("/origins/farmers/0/quantity").asText());
    List<String> lines = trace(last, "text/plain").text().lines().toList();
    assertEquals(1_005, lines.size());
    assertTrue(lines.get(1_001).startsWith(" ".repeat(40) + "[999] 1 of "), lines.get(1_001));
    assertTrue(lines.stream().allMatch(line -> line.length() < 200));
    trace(last, "image/svg+xml").expect(200);
  }

  @Test
  void aLotOfTenThousandDeliveriesIsTracedWhole() {
    UUID lot = lot(10_000);
    JsonNode trace = trace(lot, "application/json").json();
    assertEquals(10_001, trace.get("steps").size());
    assertEquals("1", trace.at("/origins/totals/farmers/share").asText());
    assertEquals("10000", trace.at("/origins/farmers/0/quantity").asText());
    assertEquals(1, trace.at("/origins/farmers").size());
  }

  @Test
  void aPictureHasAsManyStepsAsItMayAndNotOneMore() {
    trace(lot(TraceSvg.MOST_STEPS - 1), "image/svg+xml").expect(200);
    assertTooLarge(
        "A picture shows 2000 transactions and 10000 draws; this has 2001 and 2000.",
        trace(lot(TraceSvg.MOST_STEPS), "image/svg+xml"));
  }

  @Test
  void aTraceHasAsManyStepsAsItMayAndNotOneMore() {
    UUID lot = lot(LineageQueries.MOST_STEPS - 1);
    trace(lot, "text/plain").expect(200);
    UUID next = lineage.step(chain.coop);
    lineage.draw(next, lot);
    lineage.write();
    assertTooLarge(TOO_MUCH, trace(next, "text/plain"));
  }

  @Test
  void aTraceHasAsManyDrawsAsItMayAndNotOneMore() {
    int between = 250;
    UUID lot = lineage.step(chain.coop);
    List<UUID> mixed = IntStream.range(0, between).mapToObj(i -> lineage.step(chain.coop)).toList();
    mixed.forEach(each -> lineage.draw(lot, each));
    int roots = LineageQueries.MOST_DRAWS / between - 1;
    for (int i = 0; i < roots; i++) {
      UUID root = lineage.step(chain.farmer);
      mixed.forEach(each -> lineage.draw(each, root));
    }
    lineage.write();
    trace(lot, "text/plain").expect(200);
    UUID next = lineage.step(chain.coop);
    lineage.draw(next, lot);
    lineage.write();
    assertTooLarge(TOO_MUCH, trace(next, "text/plain"));
  }
}
