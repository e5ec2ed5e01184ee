package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.HISTORY;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Installation;
import supplychain.Kept;
import supplychain.Reply;
import supplychain.World;
import supplychain.records.transaction.Trade.Kind;

/** What goods and money did is kept, with what it did to the lots. */
class TransactionHistoryTest {
  private final Trade trade = new Trade();
  private final String request = World.unique(20);

  @Test
  void aDrawIsKeptAtTheLotThatItWasDrawnFrom() {
    String lot = trade.record(Kind.GOODS, trade.goods()).id();
    Reply sale =
        trade.member.post(
            Trade.GOODS,
            Trade.with(trade.goods(trade.coop, trade.exporter), "parents", "[\"" + lot + "\"]")
                .put("quantity", "20.50")
                .toString(),
            "X-Request-Id",
            request);
    assertEquals(201, sale.status(), sale.text());
    List<String> kept = Kept.ofRequest(request);
    assertEquals(2, kept.size(), kept.toString());
    assertTrue(
        kept.get(0).startsWith("INSERT product_transaction null -> {\"id\": \"" + sale.id()),
        kept.toString());
    assertTrue(kept.get(0).contains("\"quantity\": 20.50,"), kept.toString());
    assertEquals(
        "UPDATE product_transaction {\"remaining\": 100} -> {\"remaining\": 79.50}", kept.get(1));
  }

  @Test
  void otherDigitsOfTheSameNumberAreAChange() {
    UUID lot = UUID.fromString(trade.record(Kind.GOODS, trade.goods()).id());
    for (String digits : List.of("100.0", "100.00")) {
      write(
          sql ->
              sql.execute(
                  "update product_transaction set remaining = ?::numeric where id = ?",
                  digits,
                  lot));
    }
    assertEquals(
        List.of(
            "UPDATE product_transaction {\"remaining\": 100} -> {\"remaining\": 100.0}",
            "UPDATE product_transaction {\"remaining\": 100.0} -> {\"remaining\": 100.00}"),
        Kept.updatesOf(lot));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a-key"})
  void aRequestIsNamedWithAKeyForRepeatsAndWithout(String key) {
    String[] headers =
        key.isEmpty()
            ? new String[] {"X-Request-Id", request}
            : new String[] {"X-Request-Id", request, "Idempotency-Key", key};
    assertEquals(
        201, trade.member.post(Trade.PAYMENTS, trade.payment().toString(), headers).status());
    assertEquals(
        List.of(trade.user),
        World.read(
            sql ->
                sql.selectFrom(HISTORY)
                    .where(HISTORY.CLIENT_REQUEST.eq(request))
                    .fetch(HISTORY.APP_USER)));
  }

  @Test
  void changesPastTheServiceAreKeptWithProgramAndUser() {
    UUID lot = UUID.fromString(trade.record(Kind.GOODS, trade.goods()).id());
    World.read(
        sql ->
            sql.update(PRODUCT_TRANSACTION)
                .set(PRODUCT_TRANSACTION.REMAINING, new BigDecimal("100.0"))
                .where(PRODUCT_TRANSACTION.ID.eq(lot))
                .execute());
    List<String> who =
        World.read(
            sql ->
                sql.selectFrom(HISTORY)
                    .where(HISTORY.RECORD.eq(lot).and(HISTORY.OPERATION.eq("UPDATE")))
                    .fetch(row -> row.get(HISTORY.APP_USER) + ", " + row.get(HISTORY.REQUEST)));
    assertEquals(
        List.of("null, PostgreSQL JDBC Driver as " + Installation.shared().postgres().user()), who);
  }

  private static void write(Function<DSLContext, Integer> writing) {
    assertEquals(1, World.write(writing));
  }
}
