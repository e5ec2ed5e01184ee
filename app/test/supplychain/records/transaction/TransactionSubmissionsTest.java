package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.records.transaction.Trade.Kind;

/** Forms filled in with a transaction. */
class TransactionSubmissionsTest {
  private final Trade trade = new Trade();
  private final UUID form = trade.world.form(trade.coop, "TRANSACTION");
  private final UUID lot = trade.world.field(form, "lot", "TEXT", true, "[]");
  private final UUID note = trade.world.field(form, "note", "TEXT", false, "[]");
  private final UUID tags = trade.world.field(form, "tags", "MULTI_SELECT", false, "[\"a\",\"b\"]");

  @Test
  void submissionsAreKeptEachWithTheirValues() {
    UUID other = trade.world.form(trade.coop, "TRANSACTION");
    JsonNode shown =
        record(
            filled(form, value("lot", "\"L1\""), value(note.toString(), "\"dry\"")),
            filled(other),
            filled(form, value("lot", "\"L2\""), value("tags", "[\"b\", \"a\"]")));
    assertEquals(
        List.of(form.toString(), other.toString(), form.toString()),
        shown.findValuesAsText("form"));
    assertEquals(List.of("L1", "dry", "L2", "[\"b\",\"a\"]"), shown.findValuesAsText("value"));
    assertEquals(
        List.of(lot.toString(), note.toString(), lot.toString(), tags.toString()),
        shown.findValuesAsText("field"));
    assertEquals(List.of(1, 0, 3), trade.written());
  }

  private JsonNode record(String... submissions) {
    ObjectNode body = with(trade.goods(), "submissions", List.of(submissions).toString());
    return trade.record(Kind.GOODS, body).json().get("submissions");
  }

  private static String filled(UUID form, String... values) {
    return "{\"form\": \"%s\", \"values\": %s}".formatted(form, List.of(values));
  }

  private static String value(String field, String json) {
    return "{\"field\": \"%s\", \"value\": %s}".formatted(field, json);
  }
}
