package supplychain.reports;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Reply;

/** The reports about amounts: what is unpaid, and what is owed. */
class MoneyReportsTest extends ReportScene {
  private static String of(String transaction) {
    return ", \"transaction\": \"" + transaction + "\"";
  }

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
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
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
    String first = buy(farmer, cherry, "\"10\"", "1000.50", "2025-11-01");
    String second = buy(other, cherry, "null", "500", "2025-11-02");
    pay(company, farmer, "600", "2025-11-01", of(first));
    String table = table("unpaid/").text();
    Reply paid = member.post(PAYMENTS, table, "Content-Type", "text/csv").expect(200);
    assertEquals("new=2", paid.summary());
    assertEquals("", rows("unpaid/"));
    JsonNode payment = member.get(PAYMENTS + paid.lineIds().get(0) + "/").json();
    assertEquals(first, payment.get("transaction").asText());
    assertEquals("400.50", payment.get("amount").toString());
    assertEquals(company.toString(), payment.get("source").asText());
    assertEquals(farmer.toString(), payment.get("destination").asText());
    String today = LocalDate.now(ZoneId.systemDefault()).toString();
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
}
