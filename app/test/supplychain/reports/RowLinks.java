package supplychain.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.core.Json;

/** Follows the links of a report's rows: the list behind each adds up to the figures of its row. */
record RowLinks(Client reader, UUID company) {
  void follow(String report, JsonNode row) {
    List<JsonNode> list = behind(row, "item");
    switch (report) {
      case "deliveries" -> {
        same(row, list.size(), "/deliveries");
        same(row, total(list, "/quantity"), "/kg");
        same(row, total(list, "/amount"), "/amount");
      }
      case "payments" -> {
        same(row, list.size(), "/payments");
        same(row, total(list, "/amount"), "/amount");
      }
      case "balances" -> {
        same(row, total(list, "/amount"), "/bought", "/sold");
        BigDecimal back = sum(Stream.of("/refunded", "/received").map(each -> decimal(row, each)));
        BigDecimal net = signedTotal(behind(row, "payments"));
        same(row, net.add(back), "/paid", "/advanced", "/premiums");
      }
      case "unpaid" -> same(row, signedTotal(list), "/transaction/paid");
      case "premiums" -> same(row, signedTotal(list), "/paid");
      case "stock" -> same(row, total(list, "/current_quantity"), "/kg");
      case "processing" -> same(row, list.size(), "/steps");
      case "absent" -> same(row, list.size(), "/deliveries");
      default -> same(row, total(list, "/quantity"), "/received", "/made");
    }
  }

  private List<JsonNode> behind(JsonNode row, String link) {
    String path = row.get(link).asText();
    return reader
        .get(path, "Accept", "application/x-ndjson")
        .expect(200)
        .text()
        .lines()
        .map(Json::trusted)
        .toList();
  }

  private static BigDecimal decimal(JsonNode row, String pointer) {
    return new BigDecimal(row.at(pointer).asText("0").replace("null", "0"));
  }

  private static BigDecimal sum(Stream<BigDecimal> values) {
    return values.reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal total(List<JsonNode> records, String pointer) {
    return sum(records.stream().map(each -> decimal(each, pointer)));
  }

  /** What the company paid less what it got. */
  private BigDecimal signedTotal(List<JsonNode> payments) {
    return sum(
        payments.stream()
            .map(
                each -> {
                  BigDecimal amount = decimal(each, "/amount");
                  boolean isOut = each.at("/source").asText().equals("" + company);
                  return isOut ? amount : amount.negate();
                }));
  }

  private static void same(JsonNode row, int expected, String pointer) {
    assertEquals(expected, row.at(pointer).asInt(), row::toString);
  }

  private static void same(JsonNode row, BigDecimal expected, String... pointers) {
    BigDecimal shown = sum(Stream.of(pointers).map(each -> decimal(row, each)));
    assertEquals(0, expected.compareTo(shown), () -> expected + " is not " + shown + ": " + row);
  }
}
