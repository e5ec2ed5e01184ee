package supplychain.reports;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.Client;
import supplychain.core.Json;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** The list behind each row of a report adds up to the figures of the row. */
@ExtendWith(Seeded.class)
class ReportLinksTest {
  private static final int OPERATIONS = Proof.count(200, 2_000);

  private UUID company;
  private Client member;

  @Test
  void theListOfARowAddsUpToItsFigures(Seed seed) {
    RandomTrade trade = new RandomTrade(seed.random(1)).run(OPERATIONS);
    for (UUID each : trade.companies) {
      company = each;
      member = trade.member(each);
      follow("");
      follow("&date_from=2025-10-01&date_before=2025-11-01");
    }
  }

  /** The records behind a row. */
  private List<JsonNode> behind(JsonNode row, String link) {
    return member
        .get(row.get(link).asText(), "Accept", "application/x-ndjson")
        .expect(200)
        .text()
        .lines()
        .map(Json::trusted)
        .toList();
  }

  private static BigDecimal total(List<JsonNode> records, String pointer) {
    return records.stream()
        .map(one -> RandomTrade.decimal(one, pointer))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private BigDecimal signedTotal(List<JsonNode> records) {
    Predicate<JsonNode> isOut = one -> one.at("/source").asText().equals("" + company);
    return total(records.stream().filter(isOut).toList(), "/amount")
        .subtract(total(records.stream().filter(isOut.negate()).toList(), "/amount"));
  }

  private static void same(BigDecimal expected, BigDecimal actual, JsonNode row) {
    assertEquals(0, expected.compareTo(actual), () -> expected + " is not " + actual + ": " + row);
  }

  private void follow(String period) {
    for (String group : List.of("farmer", "product", "week", "user")) {
      for (JsonNode row : RandomTrade.rows(member, "deliveries/?group=" + group + period)) {
        List<JsonNode> lots = behind(row, "item");
        assertEquals(row.get("deliveries").asInt(), lots.size(), row::toString);
        same(RandomTrade.decimal(row, "/kg"), total(lots, "/quantity"), row);
        same(RandomTrade.decimal(row, "/amount"), total(lots, "/amount"), row);
      }
    }
    for (String group : List.of("type", "farmer", "month", "premium")) {
      for (JsonNode row : RandomTrade.rows(member, "payments/?group=" + group + period)) {
        List<JsonNode> paid = behind(row, "item");
        assertEquals(row.get("payments").asInt(), paid.size(), row::toString);
        same(RandomTrade.decimal(row, "/amount"), total(paid, "/amount"), row);
      }
    }
    for (JsonNode row : RandomTrade.rows(member, "balances/?limit=100" + period)) {
      same(
          RandomTrade.decimal(row, "/bought").add(RandomTrade.decimal(row, "/sold")),
          total(behind(row, "item"), "/amount"),
          row);
      BigDecimal out =
          RandomTrade.decimal(row, "/paid")
              .add(RandomTrade.decimal(row, "/advanced"))
              .add(RandomTrade.decimal(row, "/premiums"));
      BigDecimal in =
          RandomTrade.decimal(row, "/refunded").add(RandomTrade.decimal(row, "/received"));
      same(out.subtract(in), signedTotal(behind(row, "payments")), row);
    }
    RandomTrade.rows(member, "unpaid/?limit=100" + period)
        .forEach(
            row ->
                same(
                    RandomTrade.decimal(row, "/transaction/paid"),
                    signedTotal(behind(row, "item")),
                    row));
    RandomTrade.rows(member, "premiums/?limit=100" + period)
        .forEach(
            row -> same(RandomTrade.decimal(row, "/paid"), signedTotal(behind(row, "item")), row));
    RandomTrade.rows(member, "stock/")
        .forEach(
            row ->
                same(
                    RandomTrade.decimal(row, "/kg"),
                    total(behind(row, "item"), "/current_quantity"),
                    row));
    RandomTrade.rows(member, "processing/?group=month" + period)
        .forEach(
            row ->
                assertEquals(row.get("steps").asInt(), behind(row, "item").size(), row::toString));
    RandomTrade.rows(member, "absent/?limit=100" + period)
        .forEach(
            row ->
                assertEquals(
                    row.get("deliveries").asInt(), behind(row, "item").size(), row::toString));
    RandomTrade.rows(member, "mass-balance/?limit=100" + period)
        .forEach(
            row ->
                same(
                    RandomTrade.decimal(row, "/received").add(RandomTrade.decimal(row, "/made")),
                    total(behind(row, "item"), "/quantity"),
                    row));
  }
}
