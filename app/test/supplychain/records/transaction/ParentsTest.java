package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.with;
import static supplychain.records.transaction.Trade.withText;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** Which lots a transaction may draw from, and who may say so. */
class ParentsTest {
  private static final int MOST = 10_000;

  private final Trade trade = new Trade();
  private final String lot = trade.record(Kind.GOODS, trade.goods()).id();

  @Test
  void aParentIsWhatTheSourceReceived() {
    String sold = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id();
    String toFarmer = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.farmer)).id();
    String payment = trade.record(Kind.PAYMENT, trade.payment()).id();
    String unknown = UUID.randomUUID().toString();
    trade.refuse(
        Kind.GOODS,
        sale("1", sold, lot, toFarmer, payment, unknown),
        "/parents/0 does_not_exist",
        "/parents/2 does_not_exist",
        "/parents/3 does_not_exist",
        "/parents/4 does_not_exist");
    assertEquals("100", left(lot));
  }

  @Test
  void aParentIsNamedOnce() {
    String upper = lot.toUpperCase(Locale.ROOT);
    trade.refuse(
        Kind.GOODS, sale("1", lot, lot, upper), "/parents/1 duplicate", "/parents/2 duplicate");
    assertEquals("100", left(lot));
  }

  @Test
  void aParentIsAnId() {
    ObjectNode body = with(sale("1"), "parents", "[null, 1, \"lot\", [], \"\"]");
    trade.refuse(
        Kind.GOODS,
        body,
        "/parents/0 type",
        "/parents/1 type",
        "/parents/2 format",
        "/parents/3 type",
        "/parents/4 format");
    trade.refuse(Kind.GOODS, withText(sale("1"), "parents", lot), "/parents type");
  }

  @Test
  void onlyTheSourceCompanyNamesParents() {
    String sold = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id();
    Client exporter = trade.world.client(trade.exporter, Role.ADMIN);
    for (String parent : new String[] {lot, sold, UUID.randomUUID().toString()}) {
      trade.refuse(exporter, 403, Kind.GOODS, sale("1", parent), "/parents forbidden");
    }
    assertEquals("100", left(lot));
    trade.record(exporter, Kind.GOODS, sale("1"));
  }

  @Test
  void anOperatorNamesThemForAnyone() {
    Client operator = trade.world.client(null, Role.OPERATOR);
    JsonNode shown = trade.record(operator, Kind.GOODS, sale("40", lot)).json();
    assertEquals("40", shown.get("source_quantity").asText());
    assertEquals("60", left(lot));
    String sold = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.exporter)).id();
    trade.refuse(operator, 400, Kind.GOODS, sale("1", sold), "/parents/0 does_not_exist");
  }

  @Test
  void aBuyerDrawsFromLotsThatTheFarmerReceived() {
    String seedlings = trade.record(Kind.GOODS, trade.goods(trade.coop, trade.farmer)).id();
    ObjectNode back = trade.goods().put("quantity", "30");
    back.putArray("parents").add(seedlings);
    JsonNode shown = trade.record(Kind.GOODS, back).json();
    assertEquals("30", shown.get("source_quantity").asText());
    assertEquals("70", left(seedlings));
    back.putArray("parents").add(lot);
    trade.refuse(Kind.GOODS, back, "/parents/0 does_not_exist");
  }

  @Test
  void aMixedSaleTakesUnknownLotsWholeAndTheQuantityFromKnownLots() {
    String unknown = trade.record(Kind.GOODS, with(trade.goods(), "quantity", "null")).id();
    trade.refuse(
        trade.member,
        409,
        Kind.GOODS,
        sale("101", unknown, lot),
        "/parents/0 current_quantity",
        "/parents/1 current_quantity");
    JsonNode shown = trade.record(Kind.GOODS, sale("60", unknown, lot)).json();
    assertEquals("60", shown.get("source_quantity").asText());
    assertEquals("40", left(lot));
    trade.refuse(
        trade.member,
        409,
        Kind.GOODS,
        sale("1", unknown, lot),
        "/parents/0 nothing_left",
        "/parents/1 current_quantity");
  }

  @Test
  void aLotOfUnknownQuantityOfWhichNothingWasNeededIsStillThere() {
    String unknown = trade.record(Kind.GOODS, with(trade.goods(), "quantity", "null")).id();
    JsonNode shown = trade.record(Kind.GOODS, sale("60", lot, unknown)).json();
    assertEquals("60", shown.get("source_quantity").asText());
    trade.record(Kind.GOODS, with(sale("1", unknown), "quantity", "null"));
  }

  @Test
  void aLotOfNothingHasNothingLeft() {
    String empty = trade.record(Kind.GOODS, trade.goods().put("quantity", "0.00")).id();
    trade.refuse(trade.member, 409, Kind.GOODS, sale("0", empty), "/parents/0 nothing_left");
  }

  @Test
  void aTakenNumberDrawsNothing() {
    trade.record(Kind.GOODS, trade.goods().put("number", "S-1"));
    ObjectNode again = sale("1", lot).put("number", "S-1");
    trade.refuse(trade.member, 409, Kind.GOODS, again, "/number taken");
    assertEquals("100", left(lot));
  }

  @Test
  void sumsMayHaveMoreDigitsThanOneQuantity() {
    String most = "9999999999999999999999999";
    String[] lots = {lotOf(most), lotOf(most), lotOf("0.000001")};
    ObjectNode processed = sale("1", lots);
    processed.put("product", trade.world.product("Green").toString());
    Reply reply = trade.record(Kind.GOODS, processed);
    assertEquals("19999999999999999999999998.000001", reply.json().get("source_quantity").asText());
  }

  @Test
  void tenThousandParentsAreDrawnFromAndOneMoreIsRefused() {
    List<String> lots = lots(MOST + 1);
    trade.refuse(Kind.GOODS, sale("1", lots.toArray(String[]::new)), "/parents too_many");
    List<String> most = new ArrayList<>(lots.subList(0, MOST));
    Collections.reverse(most);
    ObjectNode sale = sale("9999", most.toArray(String[]::new));
    JsonNode shown = trade.record(Kind.GOODS, sale).json();
    assertEquals(sale.get("parents"), shown.get("parents"));
    assertEquals("9999", shown.get("source_quantity").asText());
    assertEquals("1", left(most.get(MOST - 1)));
    assertEquals("0", left(most.get(0)));
  }

  private String lotOf(String quantity) {
    return trade.record(Kind.GOODS, trade.goods().put("quantity", quantity)).id();
  }

  /** As many lots of 1 as no test could buy one by one. */
  private List<String> lots(int count) {
    return World.write(
            sql ->
                sql.fetch(
                    """
                    insert into product_transaction (id, company, type, source, destination,
                      product, amount, quantity, source_quantity, remaining, number, date, method,
                      creator, updater)
                    select gen_random_uuid(), company, type, source, destination, product, amount,
                      1, 1, 1, 'L' || i, date, method, creator, updater
                    from product_transaction, generate_series(1, ?) i where id = ?
                    returning id""",
                    count,
                    UUID.fromString(lot)))
        .map(row -> row.get(0).toString());
  }

  private ObjectNode sale(String quantity, String... parents) {
    ObjectNode sale = trade.goods(trade.coop, trade.exporter).put("quantity", quantity);
    List.of(parents).forEach(sale.withArray("parents")::add);
    return sale;
  }

  private static String left(String id) {
    return World.read(
        sql ->
            sql.select(PRODUCT_TRANSACTION.REMAINING)
                .from(PRODUCT_TRANSACTION)
                .where(PRODUCT_TRANSACTION.ID.eq(UUID.fromString(id)))
                .fetchSingle(PRODUCT_TRANSACTION.REMAINING)
                .toPlainString());
  }
}
