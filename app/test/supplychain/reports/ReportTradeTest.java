package supplychain.reports;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** Each figure of a report of random trade is a plain sum of the records. */
@ExtendWith(Seeded.class)
class ReportTradeTest extends TradeRecords {
  private static final int OPERATIONS = Proof.count(400, 4_000);
  private static final String OCTOBER = "&date_from=2025-10-01&date_before=2025-11-01";

  @Test
  void eachFigureIsAPlainSumOfTheRecords(Seed seed) {
    RandomTrade trade = new RandomTrade(seed.random(0)).run(OPERATIONS);
    for (UUID each : trade.companies) {
      read(trade.member(each), each);
      for (String period : List.of("", OCTOBER)) {
        Predicate<Record> isIn = row -> period.isEmpty() || month(row).equals("2025-10");
        compareDeliveries(period, isIn);
        comparePayments(period, isIn);
        compareBalances(period, isIn);
        compareMassBalance(period);
        compareProcessing(period, isIn);
        comparePremiums(period, isIn, trade);
      }
      compareUnpaid();
      compareStock();
    }
  }

  private void compareDeliveries(String period, Predicate<Record> isIn) {
    Map<String, Function<Record, String>> keys =
        Map.of(
            "farmer",
            row -> row.get("party_name", String.class),
            "product",
            row -> row.get("product_name", String.class),
            "day",
            TradeRecords::day,
            "month",
            TradeRecords::month);
    Map<String, String> pointers =
        Map.of(
            "farmer",
            "/source/name",
            "product",
            "/product/name",
            "day",
            "/period",
            "month",
            "/period");
    keys.forEach(
        (group, key) ->
            assertEquals(
                sorted(
                    groups(
                            goods.stream().filter(this::isReceived).filter(isIn),
                            row -> List.of(key.apply(row), code(row)).toString())
                        .values()
                        .stream()
                        .map(rows -> delivered(key.apply(rows.get(0)), rows))),
                rows(
                    "deliveries/?limit=7&group=" + group + period,
                    pointers.get(group),
                    "/currency",
                    "/deliveries",
                    "/kg",
                    "/unknown",
                    "/amount",
                    "/first_day",
                    "/last_day"),
                group));
  }

  private static String delivered(String key, List<Record> rows) {
    return line(
        key,
        code(rows.get(0)),
        rows.size(),
        sum(rows, "quantity"),
        rows.stream().filter(row -> row.get("quantity") == null).count(),
        sum(rows, "amount"),
        rows.stream().map(TradeRecords::day).min(String::compareTo).orElseThrow(),
        rows.stream().map(TradeRecords::day).max(String::compareTo).orElseThrow());
  }

  private void comparePayments(String period, Predicate<Record> isIn) {
    Function<Record, String> way = row -> is(row, "source", company) ? "PAID" : "RECEIVED";
    comparePayments(
        "farmer" + period,
        isIn,
        row -> line(way.apply(row), row.get("party_name"), code(row)),
        "/direction",
        "/entity/name",
        "/currency");
    comparePayments(
        "type" + period,
        isIn,
        row ->
            line(
                way.apply(row),
                row.get("payment_type") == null ? "PLAIN" : row.get("payment_type"),
                row.get("method"),
                code(row),
                row.get("premium_name")),
        "/direction",
        "/payment_type",
        "/method",
        "/currency",
        "/premium/name");
  }

  /** Compares the number and the sum of the payments with each key, which has these values. */
  private void comparePayments(
      String group, Predicate<Record> isIn, Function<Record, String> key, String... values) {
    List<String> pointers = new ArrayList<>(List.of(values));
    pointers.addAll(List.of("/payments", "/amount"));
    assertEquals(
        sorted(
            groups(payments.stream().filter(isIn), key).entrySet().stream()
                .map(
                    each ->
                        line(
                            each.getKey(),
                            each.getValue().size(),
                            sum(each.getValue(), "amount")))),
        rows("payments/?group=" + group, pointers.toArray(String[]::new)));
  }

  private void compareBalances(String period, Predicate<Record> isIn) {
    Map<String, List<Record>> traded =
        groups(
            goods.stream()
                .filter(row -> !row.get("source").equals(row.get("destination")))
                .filter(isIn),
            row -> line(row.get("party_name"), code(row)));
    Map<String, List<Record>> paid =
        groups(payments.stream().filter(isIn), row -> line(row.get("party_name"), code(row)));
    Set<String> keys = new TreeSet<>(traded.keySet());
    keys.addAll(paid.keySet());
    List<String> expected = new ArrayList<>();
    for (String key : keys) {
      List<Record> lots = traded.getOrDefault(key, List.of());
      List<Record> money = paid.getOrDefault(key, List.of());
      BigDecimal bought = sum(lots.stream().filter(this::isReceived).toList(), "amount");
      BigDecimal sold = sum(lots.stream().filter(row -> !isReceived(row)).toList(), "amount");
      BigDecimal premiums =
          signed(money.stream().filter(row -> row.get("premium") != null).toList());
      BigDecimal others = signed(money.stream().filter(row -> row.get("premium") == null).toList());
      expected.add(line(key, bought, sold, premiums, bought.subtract(sold).subtract(others)));
    }
    assertEquals(
        sorted(expected.stream()),
        rows(
            "balances/?limit=5" + period,
            "/entity/name",
            "/currency",
            "/bought",
            "/sold",
            "/premiums",
            "/owed"));
  }

  private void compareUnpaid() {
    List<String> expected = new ArrayList<>();
    for (Record row : goods.stream().filter(this::isReceived).toList()) {
      BigDecimal paid =
          signed(
              payments.stream()
                  .filter(one -> row.get("id").equals(one.get("transaction")))
                  .filter(one -> one.get("premium") == null && code(one).equals(code(row)))
                  .toList());
      BigDecimal open = row.get("amount", BigDecimal.class).subtract(paid);
      if (open.signum() > 0) {
        expected.add(line(row.get("number") + ".", code(row), paid, open));
      }
    }
    assertEquals(
        sorted(expected.stream()),
        items("unpaid/?limit=9").stream()
            .map(
                row ->
                    line(
                        row.at("/transaction/number").asText() + ".",
                        row.at("/currency").asText(),
                        row.at("/transaction/paid").asText(),
                        row.at("/amount").asText()))
            .sorted()
            .toList());
  }

  /** The stock at the end of November is the present one, since nothing moved later. */
  private void compareStock() {
    List<String> expected =
        held(row -> true, row -> row.get("remaining") != null, row -> sum(row, "remaining"));
    assertEquals(expected, rows("stock/", "/product/name", "/kg", "/lots"));
    for (String day : List.of("2025-09-20", "2025-10-01", "2025-11-01", "2025-12-02")) {
      Predicate<Record> isBefore = row -> day(row).compareTo(day) < 0;
      assertEquals(
          held(
              isBefore,
              row -> row.get("quantity") != null || drawsBefore(row, isBefore).count() > 0,
              row ->
                  sum(row, "quantity").subtract(sum(drawsBefore(row, isBefore).toList(), "drawn"))),
          rows("stock/?at=" + day, "/product/name", "/kg", "/lots"),
          day);
    }
  }

  private Stream<Record> drawsBefore(Record lot, Predicate<Record> isBefore) {
    return draws.stream()
        .filter(draw -> draw.get("parent").equals(lot.get("id")) && !isZero(draw))
        .filter(draw -> draw.get("reversed_on") == null && isBefore.test(draw));
  }

  /** The products of the lots that are not used up, each with their kilograms and their number. */
  private List<String> held(
      Predicate<Record> isThere, Predicate<Record> isKnown, Function<Record, BigDecimal> left) {
    Map<String, List<Record>> lots =
        groups(
            goods.stream()
                .filter(row -> is(row, "destination", company) && isThere.test(row))
                .filter(row -> !isKnown.test(row) || left.apply(row).signum() > 0),
            row -> row.get("product_name", String.class));
    return sorted(
        lots.entrySet().stream()
            .map(
                each ->
                    line(
                        each.getKey(),
                        each.getValue().stream().map(left).reduce(BigDecimal.ZERO, BigDecimal::add),
                        each.getValue().size())));
  }

  private void compareMassBalance(String period) {
    for (JsonNode row : items("mass-balance/?limit=100" + period)) {
      assertEquals(0, decimal(row, "/difference").signum(), row::toString);
      if (period.isEmpty()) {
        assertEquals(0, decimal(row, "/opening").signum(), row::toString);
      } else {
        String name = row.at("/product/name").asText();
        Map<String, BigDecimal> before = stock("2025-10-01");
        Map<String, BigDecimal> after = stock("2025-11-01");
        BigDecimal none = BigDecimal.ZERO;
        assertEquals(0, before.getOrDefault(name, none).compareTo(decimal(row, "/opening")));
        assertEquals(0, after.getOrDefault(name, none).compareTo(decimal(row, "/closing")));
      }
    }
  }

  private Map<String, BigDecimal> stock(String day) {
    return items("stock/?at=" + day).stream()
        .collect(
            Collectors.toMap(row -> row.at("/product/name").asText(), row -> decimal(row, "/kg")));
  }

  /** Steps of one product into another, with their known quantities. */
  private void compareProcessing(String period, Predicate<Record> isIn) {
    Map<String, List<Record>> steps = new TreeMap<>();
    for (Record row : goods) {
      List<Record> lots =
          draws.stream()
              .filter(draw -> draw.get("child").equals(row.get("id")))
              .filter(draw -> !isZero(draw))
              .toList();
      List<String> used =
          lots.stream().map(lot -> lot.get("name", String.class)).distinct().toList();
      boolean isMade = used.stream().anyMatch(name -> !name.equals(row.get("product_name")));
      if (is(row, "source", company)
          && is(row, "destination", company)
          && isMade
          && isIn.test(row)) {
        String from = used.size() == 1 ? used.get(0) : "null";
        boolean isKnown =
            row.get("quantity") != null
                && lots.stream().allMatch(lot -> lot.get("drawn") != null)
                && sum(lots, "drawn").signum() > 0;
        String key = line(from, row.get("product_name"));
        steps.computeIfAbsent(key, each -> new ArrayList<>());
        steps.get(key).add(isKnown ? row : null);
      }
    }
    assertEquals(
        sorted(
            steps.entrySet().stream()
                .map(
                    each -> {
                      List<Record> known =
                          each.getValue().stream().filter(Objects::nonNull).toList();
                      return line(
                          each.getKey(),
                          each.getValue().size(),
                          sum(known, "source_quantity"),
                          sum(known, "quantity"),
                          each.getValue().size() - known.size());
                    })),
        rows(
            "processing/?limit=100" + period,
            "/parent_product/name",
            "/product/name",
            "/steps",
            "/kg_in",
            "/kg_out",
            "/unknown"));
  }

  private static boolean isZero(Record draw) {
    BigDecimal drawn = draw.get("drawn", BigDecimal.class);
    return drawn != null && drawn.signum() == 0;
  }

  /** The premium of the trade is 2.50 for each purchase of its first product from a farmer. */
  private void comparePremiums(String period, Predicate<Record> isIn, RandomTrade trade) {
    Map<String, BigDecimal> due = new TreeMap<>();
    goods.stream()
        .filter(this::isReceived)
        .filter(isIn)
        .filter(row -> is(row, "product", trade.premiumProduct()))
        .filter(row -> row.get("party_name", String.class).startsWith("Farmer"))
        .forEach(
            row ->
                due.merge(
                    row.get("party_name", String.class), new BigDecimal("2.50"), BigDecimal::add));
    assertEquals(
        sorted(due.entrySet().stream().map(each -> line(each.getKey(), each.getValue()))),
        items("premiums/?limit=100" + period).stream()
            .filter(row -> !row.get("due").isNull())
            .map(row -> line(row.at("/farmer/name").asText(), row.at("/due").asText()))
            .sorted()
            .toList());
  }
}
