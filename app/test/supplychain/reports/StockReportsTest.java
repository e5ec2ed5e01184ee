package supplychain.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import org.junit.jupiter.api.Test;
import supplychain.Reply;

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
    assertEquals(java.util.List.of(first), reporter.get(reply.at("/items/0/item")).ids());
  }
}
