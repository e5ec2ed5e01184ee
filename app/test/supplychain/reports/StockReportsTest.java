package supplychain.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import supplychain.Reply;
import supplychain.World;

/** The reports about lots. */
class StockReportsTest extends ReportScene {
  @Test
  void theStockIsWhatIsLeftNowOrWasLeftBeforeADay() {
    String first = buy(farmer, cherry, "\"100\"", "0", "2025-11-01");
    String second = buy(other, cherry, "\"40.5\"", "0", "2025-11-02");
    String unknown = buy(other, cherry, "null", "0", "2025-11-03");
    reverse(GOODS, buy(other, cherry, "\"7\"", "0", "2025-11-02"));
    move(company, exporter, cherry, "\"30\"", "0", "2025-11-04", first);
    reverse(GOODS, move(company, exporter, cherry, "\"20\"", "0", "2025-11-04", second));
    move(company, company, parchment, "\"8\"", "0", "2025-11-05", second, unknown);
    expectRows(
        """
        {'product':{'name':'Cherry'},'kg':'70','lots':1,'unknown':0,'oldest':'2025-11-01'}
        {'product':{'name':'Parchment'},'kg':'8','lots':1,'unknown':0,'oldest':'2025-11-05'}
        """,
        "stock/");
    expectRows(
        "{'product':{'name':'Cherry'},'kg':'110.5','lots':3,'unknown':1,'oldest':'2025-11-01'}\n",
        "stock/?at=2025-11-05");
    expectRows(
        "{'product':{'name':'Cherry'},'kg':'140.5','lots':2,'unknown':0,'oldest':'2025-11-01'}\n",
        "stock/?at=2025-11-03");
    expectRows("", "stock/?at=2025-11-01");
    Reply reply = reporter.get("/v1/reports/stock/?product.name=cherry" + code);
    assertEquals(1, reply.json().get("items").size());
    assertEquals(List.of(first), reporter.get(reply.at("/items/0/item")).ids());
  }

  @Test
  void theStockOfAPastDayHasTheLotsThatWereUsedUpSinceHoweverLongTheyLay() {
    String[] days = {"2024-01-01", "2024-01-02", "2024-01-06", "2024-01-21", "2024-03-11"};
    for (String end : days) {
      String lot = buy(farmer, cherry, "\"10\"", "0", "2024-01-01");
      move(company, exporter, cherry, "\"4\"", "0", "2023-12-01", lot);
      move(company, exporter, cherry, "\"6\"", "0", end, lot);
    }
    for (String end : List.of("2024-07-01", "2025-02-01", "2025-11-01")) {
      String lot = buy(farmer, cherry, "\"1\"", "0", "2024-01-01");
      reverse(GOODS, move(company, exporter, cherry, "\"1\"", "0", "2025-12-01", lot));
      move(company, exporter, cherry, "\"1\"", "0", end, lot);
    }
    String[] kg = {"27", "21", "15", "9", "3"};
    for (int i = 0; i < days.length; i++) {
      String at = LocalDate.parse(days[i]).plusDays(1).toString();
      Reply stock = reporter.get("/v1/reports/stock/?at=" + at);
      assertEquals(kg[i], stock.at("/items/0/kg"), stock.text());
      assertEquals(7 - i + "", stock.at("/items/0/lots"), stock.text());
      Reply balance =
          reporter.get("/v1/reports/mass-balance/?date_from=%s&date_before=%s".formatted(at, at));
      assertEquals(kg[i], balance.at("/items/0/opening"), balance.text());
      assertEquals(kg[i], balance.at("/items/0/closing"), balance.text());
    }
    expectRows(
        "{'product':{'name':'Cherry'},'opening':'0','received':'53','made':'0','used':'0',"
            + "'sold':'26','closing':'27','difference':'0','unknown':0}\n",
        "mass-balance/?date_from=2024-01-01&date_before=2024-01-02");
    expectRows("", "stock/?at=2025-11-02");
    expectRows("", "stock/?at=2024-01-01");
  }

  private void process() {
    String first = buy(farmer, cherry, "\"100\"", "0", "2025-10-01");
    String second = buy(other, cherry, "\"50\"", "0", "2025-10-02");
    String third = buy(other, cherry, "\"10\"", "0", "2025-11-01");
    String unknown = buy(other, cherry, "null", "0", "2025-11-02");
    String more = buy(other, cherry, "\"1\"", "0", "2025-11-02");
    String made = move(company, company, parchment, "\"20\"", "0", "2025-10-03", first);
    reverse(GOODS, move(company, company, parchment, "\"2\"", "0", "2025-11-03", second));
    move(company, company, parchment, "\"9\"", "0", "2025-11-03", second);
    move(company, company, parchment, "\"3\"", "0", "2025-11-04", unknown, more);
    move(company, company, cherry, "\"4\"", "0", "2025-11-04", third);
    move(company, exporter, parchment, "\"5\"", "0", "2025-11-05", made);
    move(company, exporter, parchment, "\"6\"", "0", "2025-11-05");
    reverse(GOODS, buy(other, cherry, "\"7\"", "0", "2025-11-02"));
  }

  @Test
  void processingHasTheYieldOfEachPairOfProducts() {
    process();
    expectRows(
        "{'parent_product':{'name':'Cherry'},'product':{'name':'Parchment'},'steps':3,'kg_in':'150',"
            + "'kg_out':'29','loss':'121','yield':'19.33','usual':'18','unknown':1}\n",
        "processing/");
    expectRows(
        """
        {'period':'2025-10','parent_product':{'name':'Cherry'},'product':{'name':'Parchment'},'steps':1,'kg_in':'100','kg_out':'20','loss':'80','yield':'20','usual':'18','unknown':0}
        {'period':'2025-11','parent_product':{'name':'Cherry'},'product':{'name':'Parchment'},'steps':2,'kg_in':'50','kg_out':'9','loss':'41','yield':'18','usual':'18','unknown':1}
        """,
        "processing/?group=month");
    Reply reply = reporter.get("/v1/reports/processing/?group=month");
    assertEquals(1, reporter.get(reply.at("/items/0/item")).ids().size());
    assertEquals(2, reporter.get(reply.at("/items/1/item")).ids().size());
  }

  @Test
  void aBlendHasNoProductThatWasUsed() {
    String first = buy(farmer, cherry, "\"100\"", "0", "2025-10-01");
    String second = buy(other, parchment, "\"50\"", "0", "2025-10-02");
    String blend = move(company, company, parchment, "\"75\"", "0", "2025-10-03", first, second);
    expectRows(
        "{'parent_product':{'name':null},'product':{'name':'Parchment'},'steps':1,'kg_in':'150',"
            + "'kg_out':'75','loss':'75','yield':'50','usual':'50','unknown':0}\n",
        "processing/");
    Reply reply = reporter.get("/v1/reports/processing/");
    assertEquals(List.of(blend), reporter.get(reply.at("/items/0/item")).ids());
  }

  @Test
  void theMassBalanceIsZeroInEachPeriod() {
    process();
    expectRows(
        """
        {'product':{'name':'Cherry'},'opening':'0','received':'161','made':'4','used':'155','sold':'0','closing':'10','difference':'0','unknown':1}
        {'product':{'name':'Parchment'},'opening':'0','received':'0','made':'32','used':'0','sold':'5','closing':'27','difference':'0','unknown':0}
        """,
        "mass-balance/");
    expectRows(
        """
        {'product':{'name':'Cherry'},'opening':'50','received':'11','made':'0','used':'50','sold':'0','closing':'11','difference':'0','unknown':1}
        {'product':{'name':'Parchment'},'opening':'20','received':'0','made':'9','used':'0','sold':'0','closing':'29','difference':'0','unknown':0}
        """,
        "mass-balance/?date_from=2025-11-01&date_before=2025-11-04");
  }

  @Test
  void aLotThatDisagreesWithItsDrawsIsADifference() {
    process();
    String change =
        "update product_transaction set remaining = remaining + ? where product = ? and remaining = ?";
    World.write(change, -2, parchment, 15);
    Reply reply = reporter.get("/v1/reports/mass-balance/?date_before=2025-11-04");
    assertEquals("2", reply.at("/items/1/difference"), reply.text());
    World.write(change, 2, parchment, 13);
  }

  @Test
  void anAbsentFarmerLacksADeliveryAPlotACardOrAConsent() {
    buy(farmer, cherry, "\"100\"", "0", "2025-10-01");
    buy(other, cherry, "\"100\"", "0", "2025-11-01");
    world.card(company, other);
    World.write("update farmer set consent_status = 'GRANTED' where id = ?", farmer);
    String grace =
        "{'farmer':{'number':'F-1','name':'Grace'},'deliveries':0,'last_delivery':'2025-10-01',"
            + "'plots':0,'card':false,'consent':'GRANTED'}\n";
    String moses =
        "{'farmer':{'number':'F-2','name':'Moses'},'deliveries':1,'last_delivery':'2025-11-01',"
            + "'plots':0,'card':true,'consent':'UNKNOWN'}\n";
    expectRows(grace + moses, "absent/?date_from=2025-11-01");
    expectRows(grace, "absent/?lacks=delivery&date_from=2025-11-01");
    expectRows(grace + moses, "absent/?lacks=plot&date_from=2025-11-01");
    expectRows(grace, "absent/?lacks=card&date_from=2025-11-01");
    expectRows(moses, "absent/?lacks=consent&date_from=2025-11-01");
  }
}
