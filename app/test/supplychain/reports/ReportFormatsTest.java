package supplychain.reports;

import static org.junit.jupiter.api.Assertions.*;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Reply;
import supplychain.World;
import supplychain.records.Sheets;

/** A report as a page to print and as a picture. */
class ReportFormatsTest extends ReportScene {
  private Reply read(String query, String type) {
    return reporter.get("/v1/reports/" + query, "Accept", type).expect(200);
  }

  private void buyTwice() {
    World.write("update farmer set first_name = 'Grace <b>' where id = ?", farmer);
    buy(farmer, cherry, "\"1000.5\"", "1234567", "2025-10-31");
    buy(other, cherry, "\"500\"", "500000", "2025-11-01");
  }

  @Test
  void aPageHasTheRowsTheSumsAndTheMeaningOfEachColumn() {
    buyTwice();
    LocalDate today = Await.today(ZoneId.systemDefault());
    Reply reply = read("deliveries/?date_from=2025-10-01", "text/html,*/*;q=0.8");
    assertEquals("inline; filename=\"deliveries.html\"", reply.header("Content-Disposition"));
    String page = reply.text().replace("\u202F", " ");
    assertEquals(
        """
        <h1>Cooperative</h1>
        <p><b>Deliveries</b> · date_from: 2025-10-01 · group: farmer<br>Printed on %s</p>
        <table>
        <thead><tr><th>source number</th><th>source name</th><th class="number">deliveries</th><th class="number">kg</th><th class="number">unknown</th><th class="number">amount</th><th>currency</th><th class="number">price</th><th class="day">first day</th><th class="day">last day</th><th class="number">estimate</th></tr></thead>
        <tbody>
        <tr><td>F-1</td><td>Grace &lt;b&gt;</td><td class="number">1</td><td class="number">1 000.5</td><td class="number">0</td><td class="number">1 234 567</td><td>UGX</td><td class="number">1 233.950025</td><td class="day">2025-10-31</td><td class="day">2025-10-31</td><td class="number"></td></tr>
        <tr><td>F-2</td><td>Moses</td><td class="number">1</td><td class="number">500</td><td class="number">0</td><td class="number">500 000</td><td>UGX</td><td class="number">1 000</td><td class="day">2025-11-01</td><td class="day">2025-11-01</td><td class="number"></td></tr>
        </tbody>
        <tbody>
        <tr><td></td><td></td><td class="number">2</td><td class="number">1 500.5</td><td class="number">0</td><td class="number">1 734 567</td><td>UGX</td><td class="number"></td><td class="day"></td><td class="day"></td><td class="number"></td></tr>
        </tbody>
        </table>
        <dl>
        <div><dt>source.number</dt><dd>The number of the farmer.</dd></div>
        """
            .formatted(today),
        page.substring(page.indexOf("<h1>"), page.indexOf("<div><dt>source.name")));
  }

  @Test
  void aPartOfTheRowsHasNoSums() {
    buyTwice();
    buy(named(world.farmer(company), "Peter", "F-3"), cherry, "\"1\"", "1", "2025-11-01");
    Reply first = read("deliveries/?limit=1", "text/html");
    assertFalse(first.text().contains("1\u202F500.5"));
    Reply others = reporter.get(first.next().replace("limit=1", "limit=9"), "Accept", "text/html");
    String page = others.expect(200).text();
    assertTrue(page.contains("Peter"), page);
    assertFalse(page.contains("<td class=\"number\">501</td>"), page);
  }

  @Test
  void aWorkbookHasNumbersAndDays() {
    buyTwice();
    List<List<String>> rows =
        Sheets.of(reporter, "/v1/reports/deliveries/").rows().get("deliveries");
    assertEquals(
        List.of(
            "\"F-2\"",
            "\"Moses\"",
            "1",
            "500",
            "0",
            "500000",
            "\"UGX\"",
            "1000",
            "2025-11-01",
            "2025-11-01"),
        rows.get(2).subList(0, 10));
  }

  @Test
  void aChartHasABarForEachPeriod() {
    buyTwice();
    assertEquals(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 126" width="720" height="126" font-family="sans-serif" font-size="13" role="img">
        <title>Cooperative: kg by month</title>
        <rect width="100%" height="100%" fill="#fff"/>
        <text x="16" y="32" font-size="16">Cooperative: kg by month</text>
        <text x="16" y="73">2025-10</text><rect x="100" y="60" width="480.0" height="16" fill="#2a6f4e"/><text x="586.0" y="73">1000.5</text>
        <text x="16" y="95">2025-11</text><rect x="100" y="82" width="239.9" height="16" fill="#2a6f4e"/><text x="345.9" y="95">500</text>
        </svg>
        """,
        read("deliveries/?group=month", "image/svg+xml").text());
    reporter
        .get("/v1/reports/deliveries/?group=product", "Accept", "image/svg+xml")
        .expect(400, "/group not_a_choice");
    assertEquals(
        "application/json",
        read("stock/", "image/svg+xml").header("Content-Type").replaceFirst(";.*", ""));
  }
}
