package supplychain.reports;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** What a farmer gets on paper: a statement of a period, and a receipt of a purchase. */
class PapersTest extends ReportScene {
  private static final String NEXT_DAYS = "?date_from=2025-11-02&date_before=2025-11-04";

  private String statement(UUID of) {
    return FARMERS + of + "/statement/";
  }

  private static String receipt(String goods) {
    return GOODS + goods + "/receipt/";
  }

  private String number(String path, String id) {
    return member.get(path + id + "/").at("/number");
  }

  private void replaceOther() {
    String body = "{\"replaced_by\": \"" + farmer + "\"}";
    admin.post(FARMERS + other + "/replacement/", body).expect(201);
  }

  private String text(String path) {
    return reporter.get(path, "Accept", "text/plain").expect(200).text();
  }

  @Test
  void aStatementHasTheTradeOfThePeriodAndWhatIsOwed() {
    String first = buy(farmer, cherry, "\"10\"", "1000", "2025-11-01");
    pay(company, farmer, "600", "2025-11-01", of(first));
    String second = buy(farmer, cherry, "null", "500.50", "2025-11-02");
    String third = buy(farmer, cherry, "\"2.5\"", "200", "2025-11-03");
    reverse(GOODS, buy(farmer, cherry, "\"9\"", "900", "2025-11-03"));
    String seedlings = move(company, farmer, parchment, "\"1\"", "70", "2025-11-03");
    String paid = pay(company, farmer, "300", "2025-11-03", of(second));
    String refund = pay(farmer, company, "20", "2025-11-03", of(second));
    UUID premium = world.premium(company, "NORMAL", true);
    String bonus =
        pay(company, farmer, "30", "2025-11-03", of(third) + ", \"premium\": \"" + premium + "\"");
    String dollars = pay(company, farmer, "5", "2025-11-03", ", \"currency\": \"USD\"");
    reverse(PAYMENTS, pay(company, farmer, "1", "2025-11-03", of(third)));
    buy(farmer, cherry, "\"1\"", "100", "2025-11-04");
    buy(other, cherry, "\"1\"", "100", "2025-11-03");
    String today = Await.today(ZoneId.systemDefault()).toString();
    JsonNode statement = reporter.get(statement(farmer) + NEXT_DAYS).expect(200).json();
    assertEquals(
        """
        {'company':{'id':'%s','name':'Cooperative'},'farmer':{'id':'%s','number':'F-1','name':'Grace','village':null},'day':'%s','first_day':'2025-11-02','last_day':'2025-11-03',\
        'deliveries':[{'number':'%s','day':'2025-11-02','product':'Cherry','kg':null,'amount':'500.50','currency':'UGX'},{'number':'%s','day':'2025-11-03','product':'Cherry','kg':'2.5','amount':'200','currency':'UGX'}],\
        'products':[{'product':'Cherry','deliveries':2,'kg':'2.5','unknown':1,'amount':'700.50','currency':'UGX'}],\
        'received':[{'number':'%s','day':'2025-11-03','product':'Parchment','kg':'1','amount':'70','currency':'UGX'}],\
        'payments':[{'number':'%s','day':'2025-11-03','transaction':'%s','amount':'300','currency':'UGX'},{'number':'%s','day':'2025-11-03','transaction':'%s','amount':'-20','currency':'UGX'},{'number':'%s','day':'2025-11-03','transaction':null,'amount':'5','currency':'USD'}],\
        'premiums':[{'number':'%s','day':'2025-11-03','transaction':'%s','premium':'Organic','amount':'30','currency':'UGX'}],\
        'balances':[{'currency':'UGX','opening':'400','delivered':'700.50','received':'70','paid':'280','closing':'750.50','premiums':'30'},{'currency':'USD','opening':'0','delivered':'0','received':'0','paid':'5','closing':'-5','premiums':'0'}],\
        'plots':[],\
        'premium_totals':[{'premium':'Organic','due':null,'paid':'30','open':null,'currency':'UGX','unknown':0}]}\
        """
            .formatted(
                company,
                farmer,
                today,
                number(GOODS, second),
                number(GOODS, third),
                number(GOODS, seedlings),
                number(PAYMENTS, paid),
                number(GOODS, second),
                number(PAYMENTS, refund),
                number(GOODS, second),
                number(PAYMENTS, dollars),
                number(PAYMENTS, bonus),
                number(GOODS, third))
            .replace('\'', '"'),
        statement.toString().replace(code, ""));
  }

  @Test
  void theBalanceOfAStatementIsThatOfTheReport() {
    String lot = buy(farmer, cherry, "\"10\"", "1000", "2025-11-01");
    pay(company, farmer, "600", "2025-11-01", of(lot));
    pay(farmer, company, "50", "2025-11-02", of(lot));
    pay(company, farmer, "100", "2025-11-02", "");
    pay(farmer, company, "25", "2025-11-02", "");
    move(company, farmer, parchment, "\"1\"", "70", "2025-11-03");
    String owed = reporter.get("/v1/reports/balances/?entity=" + farmer).at("/items/0/owed");
    for (String query : List.of("", "?date_from=2025-11-02", "?date_from=2030-01-01")) {
      assertEquals(owed, reporter.get(statement(farmer) + query).at("/balances/0/closing"), query);
    }
  }

  @Test
  void aStatementHasThePremiumsThatAreDuePaidAndOpenOfThePeriod() {
    UUID premium = world.premium(company, "NORMAL", true);
    String offer = "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}";
    admin.post(COMPANY_PRODUCTS, offer.formatted(company, cherry, premium)).expect(201);
    String first = buy(farmer, cherry, "\"10\"", "1000", "2025-11-02");
    buy(farmer, cherry, "\"5\"", "500", "2025-11-05");
    buy(other, cherry, "\"5\"", "500", "2025-11-03");
    pay(company, farmer, "1", "2025-11-03", of(first) + ", \"premium\": \"" + premium + "\"");
    replaceOther();
    JsonNode statement = reporter.get(statement(farmer) + NEXT_DAYS).json();
    assertEquals(
        "[{'premium':'Organic','due':'5','paid':'1','open':'4','currency':'UGX','unknown':0}]",
        plain(statement.get("premium_totals").toString()));
    String text = text(statement(farmer) + NEXT_DAYS);
    assertTrue(text.contains("Premiums of the period: due, paid and open\nOrganic"), text);
    String page = reporter.get(statement(farmer) + NEXT_DAYS, "Accept", "text/html").text();
    assertTrue(page.contains("<h2>Premiums of the period</h2>"), page);
  }

  @Test
  void aStatementHasThePlotsThatAreFarmedAndTheDeliveriesOfAReplacedFarmer() {
    String plot =
        "{\"farmer\": \"%s\", \"name\": \"%s\", \"area\": \"1.5\", \"latitude\": 1.010512, \"longitude\": 34.331764}";
    member.post(PLOTS, plot.formatted(farmer, "Upper field")).expect(201);
    String gone = member.post(PLOTS, plot.formatted(farmer, "Sold field")).expect(201).id();
    member.patch(PLOTS + gone + "/", "{\"is_active\": false}").expect(200);
    buy(other, cherry, "\"1\"", "100", "2025-11-01");
    replaceOther();
    JsonNode statement = reporter.get(statement(farmer)).json();
    assertEquals(
        "[{\"name\":\"Upper field\",\"area\":\"1.5\"}]", statement.get("plots").toString());
    assertEquals("100", statement.at("/balances/0/closing").asText());
  }

  @Test
  void aStatementAsTextIsReadableLineByLine() {
    String lot = buy(farmer, cherry, "\"1677.25\"", "4360850", "2025-11-02");
    String paid = pay(company, farmer, "1000000", "2025-11-03", of(lot));
    assertEquals(
        """
        Cooperative
        Statement of Grace, F-1
        From 2025-11-02 to 2025-11-03

        Deliveries
        2025-11-02  %-10s  %-24s    1 677.25 kg       UGX 4 360 850

        Payments
        2025-11-03  %-10s  %-24s                      UGX 1 000 000

        Balance
        Owed before                                             UGX 0
        + delivered                                     UGX 4 360 850
        - received                                              UGX 0
        - paid                                          UGX 1 000 000
        Owed now                                        UGX 3 360 850
        Premiums paid, beside it                                UGX 0


        ______________________________    ______________________________
        Farmer                            Company
        """
            .formatted(
                number(GOODS, lot), "Cherry" + code, number(PAYMENTS, paid), number(GOODS, lot)),
        text(statement(farmer) + NEXT_DAYS));
  }

  @Test
  void aPageShowsTextAsTextAndLoadsNothing() {
    named(farmer, "<script>{{company.name}}</script>", "F-<1>");
    String lot = buy(farmer, cherry, "null", "4360850", "2025-11-02");
    for (String path : List.of(statement(farmer), receipt(lot))) {
      Reply page = reporter.get(path, "Accept", "text/html").expect(200);
      assertEquals("text/html;charset=utf-8", page.header("Content-Type"));
      assertEquals(
          "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          page.header("Content-Security-Policy"));
      String html = page.text();
      assertTrue(html.contains("&lt;script&gt;{{company.name}}&lt;/script&gt;"), html);
      assertTrue(html.contains("F-&lt;1&gt;"), html);
      assertTrue(html.contains("UGX 4\u00a0360\u00a0850"), html);
      assertTrue(html.contains("unknown"), html);
      assertFalse(html.contains("<script"), html);
      assertFalse(html.contains("<!-- "), html);
    }
  }

  @Test
  void aReceiptFitsOnARollOf58Millimetres() {
    named(farmer, "Grace Nabulungi-Chelangat of Kapchorwa", "F-1");
    String lot = buy(farmer, cherry, "\"120.5\"", "241000", "2025-11-02");
    pay(company, farmer, "200000", "2025-11-03", of(lot));
    UUID premium = world.premium(company, "NORMAL", true);
    pay(company, farmer, "12000", "2025-11-03", of(lot) + ", \"premium\": \"" + premium + "\"");
    String text = text(receipt(lot));
    assertEquals(
        """
        Cooperative
        --------------------------------
        Receipt %24s
        Date            2025-11-02 12:00
        From
            Grace Nabulungi-Chelangat of
                               Kapchorwa
                                     F-1
        To                   Cooperative
        --------------------------------
        %-23s 120.5 kg
        Price                UGX 241 000
        --------------------------------
        Paid 2025-11-03      UGX 200 000
        Organic 2025-11-03    UGX 12 000
        Still open            UGX 41 000
        --------------------------------
        Signature


        ________________________________
        """
            .formatted(number(GOODS, lot), "Cherry" + code),
        text);
    text.lines().forEach(line -> assertTrue(line.length() <= Receipt.WIDTH, line));
  }

  @Test
  void theReceiptOfAReversedPurchaseSaysSo() {
    String lot = buy(farmer, cherry, "\"1\"", "10", "2025-11-02");
    assertTrue(reporter.get(receipt(lot)).json().get("reversed_on").isNull());
    reverse(GOODS, lot);
    assertTrue(text(receipt(lot)).contains("NOT VALID: reversed"));
    String page = reporter.get(receipt(lot), "Accept", "text/html").text();
    assertTrue(page.contains("NOT VALID: reversed on 20"), page);
  }

  @Test
  void aPartnerSeesTheNamesOfItsListsInAReceipt() {
    String lot = buy(farmer, cherry, "\"10\"", "100", "2025-11-01");
    String sale = move(company, exporter, cherry, "\"5\"", "900", "2025-11-04", lot);
    Reply seen = world.client(exporter, Role.REPORTER).get(receipt(sale)).expect(200);
    assertEquals("Cooperative", seen.at("/source/name"));
    assertEquals("Exporter", seen.at("/destination/name"));
    world
        .client(null, Role.OPERATOR)
        .patch(
            FARMERS + farmer + "/",
            "{\"first_name\": \"Grace\", \"buyer\": \"%s\"}".formatted(exporter))
        .expect(200);
    JsonNode moved = reporter.get(receipt(lot)).json();
    assertEquals("{\"number\":null,\"name\":null}", moved.get("source").toString());
    reporter.get(statement(farmer)).expect(404);
    JsonNode fresh = world.client(exporter, Role.REPORTER).get(statement(farmer)).json();
    assertEquals("[]", fresh.get("deliveries").toString());
  }

  @Test
  void aStatementHasUpToAThousandLinesOfAKind() {
    String lot = buy(farmer, cherry, "\"1\"", "1", "2025-11-01");
    World.copy(PRODUCT_TRANSACTION, UUID.fromString(lot), "number", Statement.MOST_LINES - 1);
    assertEquals(
        Statement.MOST_LINES, reporter.get(statement(farmer)).json().get("deliveries").size());
    buy(farmer, cherry, "\"1\"", "1", "2025-11-02");
    reporter.get(statement(farmer)).expect(400, "/date_from too_many");
    reporter.get(statement(farmer) + "?date_from=2025-11-02").expect(200);
  }

  @Test
  void aMistakeInThePeriodIsNamed() {
    reporter.get(statement(farmer) + "?date_from=yesterday").expect(400, "/date_from format");
    reporter.get(statement(farmer) + "?from=2025-11-02").expect(400, "/from unknown_parameter");
  }
}
