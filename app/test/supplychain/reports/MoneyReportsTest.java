package supplychain.reports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Reply;
import supplychain.records.Workbook;

/** The reports about amounts: what is unpaid, and what is owed. */
class MoneyReportsTest extends ReportScene {
  @Test
  void anUnpaidPurchaseHasWhatIsPaidAndWhatIsOpen() {
    String first = buy(farmer, cherry, "\"10\"", "1000", "2025-11-01");
    String second = buy(other, cherry, "null", "500", "2025-11-02");
    String paid = buy(other, cherry, "\"1\"", "70", "2025-11-02");
    reverse(GOODS, buy(other, cherry, "\"1\"", "80", "2025-11-02"));
    pay(company, farmer, "600", "2025-11-01", of(first));
    pay(farmer, company, "50", "2025-11-02", of(first));
    pay(company, farmer, "3", "2025-11-02", of(first) + ", \"currency\": \"USD\"");
    reverse(PAYMENTS, pay(company, other, "500", "2025-11-02", of(second)));
    UUID premium = world.premium(company, "NORMAL", true);
    pay(company, other, "500", "2025-11-02", of(second) + ", \"premium\": \"" + premium + "\"");
    pay(company, other, "70", "2025-11-02", of(paid));
    LocalDate today = Await.today(ZoneId.systemDefault());
    long age = ChronoUnit.DAYS.between(LocalDate.parse("2025-11-01"), today);
    expectRows(
        """
        {'transaction':{'number':'%1$s','day':'2025-11-01','product':'Cherry','kg':'10','amount':'1000','paid':'550','age':%2$d,'other_payments':1},'destination':{'number':'F-1','name':'Grace'},'date':'%5$s','amount':'450','currency':'UGX'}
        {'transaction':{'number':'%3$s','day':'2025-11-02','product':'Cherry','kg':null,'amount':'500','paid':'0','age':%4$d,'other_payments':0},'destination':{'number':'F-2','name':'Moses'},'date':'%5$s','amount':'500','currency':'UGX'}
        """
            .formatted(
                member.get(GOODS + first + "/").at("/number"),
                age,
                member.get(GOODS + second + "/").at("/number"),
                age - 1,
                today),
        "unpaid/");
  }

  @Test
  void theTableOfUnpaidPurchasesPaysThem() {
    String today = Await.today(ZoneId.systemDefault()).toString();
    String first = buy(farmer, cherry, "\"10\"", "1000.50", "2025-11-01");
    String second = buy(other, cherry, "null", "500", "2025-11-02");
    pay(company, farmer, "600", "2025-11-01", of(first));
    Reply workbook = reporter.get("/v1/reports/unpaid/", "Accept", Workbook.MEDIA_TYPE);
    BodyPublisher rows = BodyPublishers.ofByteArray(workbook.text().getBytes(ISO_8859_1));
    String[] headers = {"Content-Type", Workbook.MEDIA_TYPE, "Prefer", "tx=rollback"};
    assertEquals(
        "new=2, dry_run=true", member.postBody(PAYMENTS, rows, headers).expect(200).summary());
    String table = table("unpaid/").text();
    Reply paid = member.post(PAYMENTS, table, "Content-Type", "text/csv").expect(200);
    assertEquals("new=2", paid.summary());
    assertEquals("", rows("unpaid/"));
    JsonNode payment = member.get(PAYMENTS + paid.lineIds().get(0) + "/").json();
    assertEquals(first, payment.get("transaction").asText());
    assertEquals("400.50", payment.get("amount").toString());
    assertEquals(company.toString(), payment.get("source").asText());
    assertEquals(farmer.toString(), payment.get("destination").asText());
    assertTrue(payment.get("date").asText().startsWith(today), payment.toString());
    String wrong = table.replace("F-2", "F-1");
    member.post(PAYMENTS, wrong, "Content-Type", "text/csv").expect(400);
    String typo = table.replace("transaction.paid", "transaction.payd");
    member
        .post(PAYMENTS, typo, "Content-Type", "text/csv")
        .expect(400, "/1/transaction.payd unknown_field");
    assertEquals(second, member.get(PAYMENTS + paid.lineIds().get(1) + "/").at("/transaction"));
  }

  @Test
  void aBalanceHasWhatBothSidesTradedAndPaidInEachCurrency() {
    String first = buy(farmer, cherry, "\"10\"", "1000", "2025-11-01");
    pay(company, farmer, "600", "2025-11-01", of(first));
    pay(farmer, company, "50", "2025-11-02", of(first));
    pay(company, farmer, "100", "2025-11-02", "");
    UUID premium = world.premium(company, "NORMAL", true);
    pay(company, farmer, "30", "2025-11-02", ", \"premium\": \"" + premium + "\"");
    pay(company, farmer, "20", "2025-11-02", ", \"currency\": \"USD\"");
    pay(farmer, company, "5", "2025-11-02", ", \"currency\": \"USD\"");
    String lot = buy(other, cherry, "\"40\"", "400", "2025-11-03");
    String sale = move(company, exporter, cherry, "\"30\"", "9000", "2025-11-04", lot);
    pay(exporter, company, "8000", "2025-11-05", of(sale));
    pay(company, exporter, "500", "2025-11-05", of(sale));
    reverse(PAYMENTS, pay(company, other, "400", "2025-11-03", of(lot)));
    reverse(GOODS, buy(other, cherry, "\"7\"", "70", "2025-11-03"));
    reverse(GOODS, move(company, exporter, cherry, "\"1\"", "300", "2025-11-04", lot));
    String rows =
        """
        {'entity':{'number':null,'name':'Exporter'},'currency':'UGX','bought':'0','paid':'0','refunded':'0','advanced':'0','sold':'9000','received':'7500','owed':'-1500','premiums':'0'}
        {'entity':{'number':'F-1','name':'Grace'},'currency':'UGX','bought':'1000','paid':'600','refunded':'50','advanced':'100','sold':'0','received':'0','owed':'350','premiums':'30'}
        {'entity':{'number':'F-1','name':'Grace'},'currency':'USD','bought':'0','paid':'0','refunded':'0','advanced':'15','sold':'0','received':'0','owed':'-15','premiums':'0'}
        {'entity':{'number':'F-2','name':'Moses'},'currency':'UGX','bought':'400','paid':'0','refunded':'0','advanced':'0','sold':'0','received':'0','owed':'400','premiums':'0'}
        """;
    expectRows(rows, "balances/");
    String[] each = rows.split("(?<=\n)", -1);
    expectRows(each[1] + each[3], "balances/?only=payable");
    expectRows(each[0] + each[2], "balances/?only=receivable");
    expectRows(each[1] + each[2], "balances/?only=advanced");
    expectRows(each[0], "balances/?entity=" + exporter);
    expectRows(each[2], "balances/?currency.code=USD");
    assertEquals(
        "{'entity':{'number':null,'name':'Exporter'},'currency':'UGX','bought':'0','paid':'0',"
            + "'refunded':'0','advanced':'0','sold':'9000','received':'0','owed':'-9000',"
            + "'premiums':'0'}\n",
        rows("balances/?date_from=2025-11-04&date_before=2025-11-05"));
  }

  @Test
  void paymentsAreSummedByTypeFarmerTimeAndPremium() {
    String lot = buy(farmer, cherry, "\"10\"", "1000", "2025-10-31");
    pay(company, farmer, "600", "2025-10-31", of(lot));
    pay(company, farmer, "300", "2025-11-01", of(lot) + ", \"method\": \"INVOICE\"");
    pay(farmer, company, "50", "2025-11-01", of(lot));
    pay(company, other, "100", "2025-11-01", "");
    reverse(PAYMENTS, pay(company, other, "9", "2025-11-01", ""));
    UUID premium = world.premium(company, "NORMAL", true);
    pay(company, other, "30", "2025-11-02", ", \"premium\": \"" + premium + "\"");
    expectRows(
        """
        {'direction':'RECEIVED','payment_type':'TRANSACTION','premium':{'name':null},'method':'NONE','payments':1,'amount':'50','currency':'UGX'}
        {'direction':'PAID','payment_type':'PLAIN','premium':{'name':null},'method':'NONE','payments':1,'amount':'100','currency':'UGX'}
        {'direction':'PAID','payment_type':'PREMIUM','premium':{'name':'Organic'},'method':'NONE','payments':1,'amount':'30','currency':'UGX'}
        {'direction':'PAID','payment_type':'TRANSACTION','premium':{'name':null},'method':'INVOICE','payments':1,'amount':'300','currency':'UGX'}
        {'direction':'PAID','payment_type':'TRANSACTION','premium':{'name':null},'method':'NONE','payments':1,'amount':'600','currency':'UGX'}
        """,
        "payments/");
    expectRows(
        """
        {'direction':'RECEIVED','entity':{'number':'F-1','name':'Grace'},'payments':1,'amount':'50','currency':'UGX'}
        {'direction':'PAID','entity':{'number':'F-1','name':'Grace'},'payments':1,'amount':'300','currency':'UGX'}
        {'direction':'PAID','entity':{'number':'F-2','name':'Moses'},'payments':2,'amount':'130','currency':'UGX'}
        """,
        "payments/?group=farmer&date_from=2025-11-01");
    expectRows(
        """
        {'direction':'PAID','period':'2025-10','payments':1,'amount':'600','currency':'UGX'}
        {'direction':'RECEIVED','period':'2025-11','payments':1,'amount':'50','currency':'UGX'}
        {'direction':'PAID','period':'2025-11','payments':3,'amount':'430','currency':'UGX'}
        """,
        "payments/?group=month");
    expectRows(
        "{'direction':'PAID','period':'2025-11-01','payments':1,'amount':'300','currency':'UGX'}\n",
        "payments/?group=day&method=INVOICE");
    expectRows(
        "{'direction':'PAID','premium':{'name':'Organic'},'payments':1,'amount':'30','currency':'UGX'}\n",
        "payments/?group=premium&premium=" + premium);
  }

  /** A premium; {@code more} has its amount, its options or its ranges. */
  private String premium(String name, String type, String calculation, String more) {
    String body =
        """
        {'name': '%s', 'category': 'PAYOUT', 'applicable_activity': 'BUY', 'type': '%s',
         'calculation_type': '%s'%s}
        """
            .formatted(name, type, calculation, more)
            .replace('\'', '"');
    return admin.post(PREMIUMS, body).expect(201).id();
  }

  @Test
  void aPremiumIsDueByItsOwnRule() {
    String organic = premium("Organic", "PER_KG", "NORMAL", ", 'amount': '1.5'");
    String ranges = ", 'ranges': [{'min_quantity': '10', 'amount': '0.1'}]";
    String volume = premium("Volume", "PER_UNIT_CURRENCY", "RANGE", ranges);
    String yearly = premium("Yearly", "PER_FARMER", "NORMAL", ", 'amount': '70'");
    String options = ", 'options': [{'name': 'A', 'amount': '20'}]";
    String quality = premium("Quality", "PER_TRANSACTION", "OPTIONS", options);
    String second = premium("Second", "PER_FARMER", "MANUAL", "");
    String all = String.join("\", \"", organic, volume, yearly, quality);
    String offer = "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}";
    admin.post(COMPANY_PRODUCTS, offer.formatted(company, cherry, all)).expect(201);
    String lot = buy(farmer, cherry, "\"10\"", "1000", "2025-11-01");
    buy(farmer, cherry, "\"4.5\"", "500", "2025-11-02");
    buy(farmer, cherry, "null", "200", "2025-11-02");
    buy(farmer, parchment, "\"100\"", "900", "2025-11-02");
    reverse(GOODS, buy(farmer, cherry, "\"4\"", "500", "2025-11-02"));
    pay(company, farmer, "12", "2025-11-03", ", \"premium\": \"" + organic + "\"");
    pay(farmer, company, "2", "2025-11-03", ", \"premium\": \"" + organic + "\"");
    String option = ", \"selected_option\": \"A\", \"premium\": \"" + quality + "\"";
    pay(company, farmer, "15", "2025-11-03", of(lot) + option);
    pay(company, farmer, "44", "2025-11-03", ", \"premium\": \"" + second + "\"");
    String rows =
        """
        {'farmer':{'number':'F-1','name':'Grace'},'premium':{'name':'Organic'},'due':'21.75','paid':'10','open':'11.75','currency':'UGX','unknown':1}
        {'farmer':{'number':'F-1','name':'Grace'},'premium':{'name':'Quality'},'due':'20','paid':'15','open':'5','currency':'UGX','unknown':0}
        {'farmer':{'number':'F-1','name':'Grace'},'premium':{'name':'Second'},'due':null,'paid':'44','open':null,'currency':'UGX','unknown':0}
        {'farmer':{'number':'F-1','name':'Grace'},'premium':{'name':'Volume'},'due':'100','paid':'0','open':'100','currency':'UGX','unknown':1}
        {'farmer':{'number':'F-1','name':'Grace'},'premium':{'name':'Yearly'},'due':'70','paid':'0','open':'70','currency':'UGX','unknown':0}
        """;
    expectRows(rows, "premiums/");
    expectRows(
        rows.replace("'farmer':{'number':'F-1','name':'Grace'},", ""), "premiums/?group=premium");
    expectRows("", "premiums/?farmer.number=F-2");
  }
}
