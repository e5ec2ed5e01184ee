package supplychain.reports;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** What all reports share: groups, filters, pages, tables, and whose trade they show. */
class ReportsTest extends ReportScene {
  private void buyThrice() {
    buy(farmer, cherry, "\"100.5\"", "201000", "2025-10-31T23:30:00+05:30");
    buy(farmer, cherry, "\"10\"", "30000", "2025-11-01T00:30:00+05:30");
    String unknown = buy(other, parchment, "null", "5000", "2025-11-03T10:00:00+05:30");
    reverse(GOODS, buy(farmer, cherry, "\"7\"", "7000", "2025-11-02"));
    move(company, company, cherry, "\"20\"", "0", "2025-11-04", unknown);
  }

  @Test
  void theAnswerNamesTheReportTheCompanyTheParametersAndTheRows() {
    String lot = buy(farmer, cherry, "\"100.5\"", "201000", "2025-10-31");
    Reply reply = reporter.get("/v1/reports/deliveries/?date_from=2025-10-01").expect(200);
    assertEquals(
        "{'report':'deliveries','company':{'id':'%s','name':'Cooperative'},".formatted(company)
            + "'time_zone':'Asia/Kolkata','parameters':{'group':'farmer','date_from':'2025-10-01'},"
            + "'items':[{'source':{'number':'F-1','name':'Grace'},'deliveries':1,'kg':'100.5',"
            + "'unknown':0,'amount':'201000','currency':'UGX','price':'2000',"
            + "'first_day':'2025-10-31','last_day':'2025-10-31','estimate':null,"
            + ("'item':'/v1/transactions/product-transactions/?destination=%s&is_internal=false"
                    + "&is_reversed=false&source=%s&currency=%s&has_currency=true"
                    + "&date_from=2025-09-30T18%%3A30%%3A00%%2B00%%3A00'}]}\n")
                .formatted(company, farmer, world.currency("UGX")),
        plain(reply.text()));
    String item = reply.at("/items/0/item");
    assertEquals(List.of(lot), reporter.get(item).expect(200).ids());
  }

  @Test
  void aDayBeginsInTheTimeZoneOfTheService() {
    buyThrice();
    expectRows(
        """
        {'period':'2025-10-31','deliveries':1,'kg':'100.5','unknown':0,'amount':'201000','currency':'UGX','price':'2000','first_day':'2025-10-31','last_day':'2025-10-31'}
        {'period':'2025-11-01','deliveries':1,'kg':'10','unknown':0,'amount':'30000','currency':'UGX','price':'3000','first_day':'2025-11-01','last_day':'2025-11-01'}
        {'period':'2025-11-03','deliveries':1,'kg':'0','unknown':1,'amount':'5000','currency':'UGX','price':null,'first_day':'2025-11-03','last_day':'2025-11-03'}
        """,
        "deliveries/?group=day");
  }

  @Test
  void eachGroupHasItsOwnColumns() {
    buyThrice();
    expectRows(
        """
        {'source':{'number':'F-1','name':'Grace'},'deliveries':2,'kg':'110.5','unknown':0,'amount':'231000','currency':'UGX','price':'2090.497738','first_day':'2025-10-31','last_day':'2025-11-01','estimate':null}
        {'source':{'number':'F-2','name':'Moses'},'deliveries':1,'kg':'0','unknown':1,'amount':'5000','currency':'UGX','price':null,'first_day':'2025-11-03','last_day':'2025-11-03','estimate':null}
        """,
        "deliveries/");
    expectRows(
        """
        {'product':{'name':'Cherry'},'deliveries':2,'kg':'110.5','unknown':0,'amount':'231000','currency':'UGX','price':'2090.497738','first_day':'2025-10-31','last_day':'2025-11-01'}
        {'product':{'name':'Parchment'},'deliveries':1,'kg':'0','unknown':1,'amount':'5000','currency':'UGX','price':null,'first_day':'2025-11-03','last_day':'2025-11-03'}
        """,
        "deliveries/?group=product");
    expectRows(
        """
        {'period':'2025-10-27','deliveries':2,'kg':'110.5','unknown':0,'amount':'231000','currency':'UGX','price':'2090.497738','first_day':'2025-10-31','last_day':'2025-11-01'}
        {'period':'2025-11-03','deliveries':1,'kg':'0','unknown':1,'amount':'5000','currency':'UGX','price':null,'first_day':'2025-11-03','last_day':'2025-11-03'}
        """,
        "deliveries/?group=week");
    expectRows(
        """
        {'period':'2025-10','deliveries':1,'kg':'100.5','unknown':0,'amount':'201000','currency':'UGX','price':'2000','first_day':'2025-10-31','last_day':'2025-10-31'}
        {'period':'2025-11','deliveries':2,'kg':'10','unknown':1,'amount':'35000','currency':'UGX','price':'3000','first_day':'2025-11-01','last_day':'2025-11-03'}
        """,
        "deliveries/?group=month");
  }

  private String ofDollars(UUID source) {
    String fields = "'quantity': '5', 'amount': '50', 'currency': 'USD', 'date': '2025-11-03'";
    return Goods.body(source, company, cherry, fields);
  }

  @Test
  void theUserWhoRecordedIsAMemberOfTheCompanyAndNeverOfAnotherOne() {
    UUID clerk = world.member(company);
    Client ofClerk = world.client(clerk, company, Role.MEMBER);
    Client partner = world.client(exporter, Role.MEMBER);
    String own = ofClerk.post(GOODS, ofDollars(farmer)).expect(201).id();
    String theirs = partner.post(GOODS, ofDollars(exporter)).expect(201).id();
    Reply reply = reporter.get("/v1/reports/deliveries/?group=user").expect(200);
    assertEquals(clerk + "@example.org", reply.at("/items/0/user"));
    assertEquals("Cooperative", reply.at("/items/0/company/name"));
    assertTrue(reply.json().at("/items/1/user").isNull());
    assertEquals("Exporter", reply.at("/items/1/company/name"));
    assertEquals(List.of(own), reporter.get(reply.at("/items/0/item")).ids());
    assertEquals(List.of(theirs), reporter.get(reply.at("/items/1/item")).ids());
  }

  @Test
  void deliveriesAreSummedByTheValueOfAFieldOfTheForm() {
    UUID form = world.form(company, "TRANSACTION");
    UUID grade = world.field(form, "grade", "TEXT", false, "[]");
    filled("A", grade, form, "10");
    filled("A", grade, form, "5");
    filled("UGX", grade, form, "2");
    buy(farmer, cherry, "\"1\"", "100", "2025-11-01");
    String query = "deliveries/?group=form_value&form_field=grade";
    assertEquals(
        List.of("2 A 15", "1 null 1", "1 UGX 2"),
        reporter
            .get("/v1/reports/" + query)
            .json()
            .get("items")
            .valueStream()
            .map(
                row ->
                    row.get("deliveries")
                        + " "
                        + row.get("form_value").asText()
                        + " "
                        + row.get("kg").asText())
            .sorted(Comparator.reverseOrder())
            .toList());
    rows(query + "&limit=2");
    assertEquals(3, reporter.get(GOODS + "?form_field=grade").expect(200).ids().size());
    reporter.get(GOODS + "?form_value=A").expect(400, "/form_field required");
  }

  @Test
  void aFieldOfAnotherCompanysFormIsUnknown() {
    UUID theirs = world.form(exporter, "TRANSACTION");
    world.field(theirs, "secret", "TEXT", false, "[]");
    world.field(world.form(company, "FARMER"), "village", "TEXT", false, "[]");
    String query = "/v1/reports/deliveries/?group=form_value";
    for (String key : List.of("secret", "village", "nothing")) {
      reporter.get(query + "&form_field=" + key).expect(400, "/form_field does_not_exist");
    }
    reporter.get(query).expect(400, "/form_field required");
    world.field(world.form(company, "TRANSACTION"), "grade", "TEXT", false, "[]");
    reporter.get("/v1/reports/deliveries/?form_field=grade").expect(400, "/form_field mismatch");
    assertEquals("", rows("deliveries/?group=form_value&form_field=grade"));
  }

  private void filled(String value, UUID field, UUID form, String kg) {
    String fields =
        "'quantity': %s, 'amount': 9, 'submissions': [{'form': '%s', 'values': [{'field': '%s',"
            + " 'value': '%s'}]}]";
    String body = Goods.body(farmer, company, cherry, fields.formatted(kg, form, field, value));
    member.post(GOODS, body).expect(201);
  }

  @Test
  void filtersTakeIdsAndNames() {
    buyThrice();
    String row =
        "{'product':{'name':'Parchment'},'deliveries':1,'kg':'0','unknown':1,'amount':'5000',"
            + "'currency':'UGX','price':null,'first_day':'2025-11-03','last_day':'2025-11-03'}\n";
    expectRows(row, "deliveries/?group=product&source=" + other);
    expectRows(row, "deliveries/?group=product&source.number=f-2");
    expectRows(row, "deliveries/?group=product&product.name=parchment" + code);
    expectRows(row, "deliveries/?group=product&date_from=2025-11-02&date_before=2025-11-04");
    expectRows("", "deliveries/?group=product&date_before=2025-10-31");
  }

  @ParameterizedTest
  @CsvSource({"1971-01-01, 2100-12-31", "2100-12-30, 2100-12-31", "2025-11-03, 2025-11-03"})
  void aPeriodCanBeOfAllTimeOrEmpty(String from, String before) {
    buyThrice();
    String period = "?date_from=%s&date_before=%s".formatted(from, before);
    for (Report report : Reports.ALL) {
      String path = "/v1/reports/" + report.name() + "/";
      boolean hasPeriod =
          report.allParameters().stream().anyMatch(one -> one.name().equals("date_from"));
      for (String query : List.of("", hasPeriod ? period : "?at=" + from, "?limit=1")) {
        JsonNode rows = reporter.get(path + query).expect(200).json().get("items");
        rows.forEach(row -> assertEquals(0, row.path("difference").asDouble(), row::toString));
        followLinks(report.name() + "/" + query, rows);
      }
      assertEquals(
          "[]",
          world
              .client(world.company("New"), Role.REPORTER)
              .get(path + (hasPeriod ? period : ""))
              .expect(200)
              .json()
              .get("items")
              .toString());
    }
  }

  @Test
  void aPeriodThatEndsBeforeItBeginsIsRefused() {
    String swapped = "?date_from=2025-11-01&date_before=2025-10-01";
    List<String> details = List.of("/date_before The period ends before it begins at `date_from`.");
    for (Report report : Reports.ALL) {
      if (!report.name().equals("stock")) {
        Reply reply = reporter.get("/v1/reports/" + report.name() + "/" + swapped);
        assertEquals(details, reply.expect(400).details(), report.name());
      }
    }
    Reply statement = reporter.get(FARMERS + farmer + "/statement/" + swapped);
    assertEquals(details, statement.expect(400).details());
    expectRows("", "deliveries/?date_from=2025-11-01&date_before=2025-11-01");
  }

  @Test
  void mistakesInTheQueryNameTheNearestWord() {
    assertEquals(
        List.of(
            "/product.name No product is called \"No such" + code + "\".",
            "/group \"farmr\" must be farmer or product or day or week or month or user or form_value."
                + " Did you mean `farmer`?",
            "/date_form There is no parameter \"date_form\". Did you mean `date_from`?"),
        reporter
            .get("/v1/reports/deliveries/?group=farmr&date_form=2025&product.name=No+such" + code)
            .expect(400)
            .details());
  }

  @Test
  void aTableHasAllRowsAndAPageHasItsCursor() {
    buyThrice();
    assertEquals(
        """
        source.number,source.name,deliveries,kg,unknown,amount,currency,price,first_day,last_day,estimate,item
        F-1,Grace,2,110.5,0,231000,UGX,2090.497738,2025-10-31,2025-11-01,,ITEM
        F-2,Moses,1,0,1,5000,UGX,,2025-11-03,2025-11-03,,ITEM
        """,
        table("deliveries/").text().replaceAll("/v1/[^\r\n]*", "ITEM").replace("\r", ""));
    Reply first = reporter.get("/v1/reports/deliveries/?limit=1").expect(200);
    Reply second = reporter.get(first.next()).expect(200);
    assertEquals("Grace", first.at("/items/0/source/name"));
    assertEquals("Moses", second.at("/items/0/source/name"));
    assertNull(second.next());
    String cursor = first.next().replaceFirst("limit=1", "group=day");
    reporter.get(cursor).expect(400, "/cursor cursor");
    String other = first.next().replaceFirst("/[a-z-]+/\\?", "/absent/?");
    reporter.get(other).expect(400, "/cursor cursor");
  }

  @Test
  @Tag("proof")
  void aReportWithoutALimitHasUpTo50000Rows() {
    String lot = buy(farmer, cherry, "\"1\"", "5", "2025-11-01");
    World.copy(PRODUCT_TRANSACTION, UUID.fromString(lot), "number", 49_999);
    assertEquals(50_001, table("unpaid/").text().lines().count());
    buy(farmer, cherry, "\"1\"", "5", "2025-11-01");
    assertEquals(
        List.of("/limit The report has more than 50000 rows. Narrow the period, or send a limit."),
        reporter.get("/v1/reports/unpaid/", "Accept", "text/csv").expect(400).details());
    assertEquals(1_001, table("unpaid/?limit=1000").text().lines().count());
  }

  @Test
  void theEstimatesForAFarmerInThePeriodStandBesideWhatCame() {
    estimate("2025-10-01", "2025-11-01", "150");
    estimate("2025-11-01", "2025-12-01", "70.5");
    buy(farmer, cherry, "\"100\"", "100", "2025-10-31");
    assertEquals("220.5", reporter.get("/v1/reports/deliveries/").at("/items/0/estimate"));
    assertEquals(
        "150",
        reporter.get("/v1/reports/deliveries/?date_before=2025-11-01").at("/items/0/estimate"));
    String rice = "/v1/reports/deliveries/?product=" + world.product("Rice");
    assertEquals("[]", reporter.get(rice).json().get("items").toString());
  }

  private void estimate(String from, String before, String quantity) {
    String body =
        "{\"farmer\": \"%s\", \"product\": \"%s\", \"date_from\": \"%s\","
            + " \"date_before\": \"%s\", \"quantity\": \"%s\"}";
    member.post(ESTIMATES, body.formatted(farmer, cherry, from, before, quantity)).expect(201);
  }

  @Test
  void amountsOfTwoCurrenciesAreTwoRows() {
    buy(farmer, cherry, "\"10\"", "100", "2025-11-01");
    member.post(GOODS, ofDollars(farmer)).expect(201);
    expectRows(
        """
        {'source':{'number':'F-1','name':'Grace'},'deliveries':1,'kg':'10','unknown':0,'amount':'100','currency':'UGX','price':'10','first_day':'2025-11-01','last_day':'2025-11-01','estimate':null}
        {'source':{'number':'F-1','name':'Grace'},'deliveries':1,'kg':'5','unknown':0,'amount':'50','currency':'USD','price':'10','first_day':'2025-11-03','last_day':'2025-11-03','estimate':null}
        """,
        "deliveries/");
  }

  @Test
  void aReportIsAboutOneCompany() {
    buyThrice();
    Client operator = world.client(null, Role.OPERATOR);
    operator.get("/v1/reports/deliveries/").expect(400, "/company required");
    operator
        .get("/v1/reports/deliveries/?company=" + farmer)
        .expect(400, "/company does_not_exist");
    assertEquals(
        2, operator.get("/v1/reports/deliveries/?company=" + company).json().get("items").size());
    reporter.get("/v1/reports/deliveries/?company=" + company).expect(200);
    reporter
        .get("/v1/reports/deliveries/?company=" + exporter)
        .expect(400, "/company does_not_exist");
  }

  @Test
  void idsAndNamesOfRecordsOfAnotherCompanyFindNothing() {
    buyThrice();
    Client stranger = world.client(exporter, Role.MEMBER);
    UUID own = ReportScene.named(world.farmer(exporter), "Ruth", "R-1");
    String fields = "'amount': 5, 'transaction_payments': [{'amount': 1}]";
    stranger.post(GOODS, Goods.body(own, exporter, cherry, fields)).expect(201);
    Map<String, UUID> others =
        Map.of(
            "source", farmer,
            "entity", farmer,
            "farmer", farmer,
            "card", world.card(company, farmer),
            "creator", farmer,
            "premium", world.premium(company, "NORMAL", true));
    for (Report report : Reports.ALL) {
      String path = "/v1/reports/" + report.name() + "/";
      for (Report.Parameter each : report.allParameters()) {
        if (others.containsKey(each.name())) {
          String query = path + "?" + each.name() + "=" + others.get(each.name());
          assertEquals(0, stranger.get(query).expect(200).json().get("items").size(), query);
        }
      }
    }
    assertEquals(1, stranger.get("/v1/reports/unpaid/").json().get("items").size());
    stranger
        .get("/v1/reports/deliveries/?source.number=F-1")
        .expect(400, "/source.number does_not_exist");
    stranger
        .get("/v1/reports/balances/?entity.name=Grace")
        .expect(400, "/entity.name does_not_exist");
    stranger.get("/v1/reports/payments/?group=day&group=month").expect(400, "/group duplicate");
  }

  @Test
  void aFarmerWhoMovedAwayHasNoNumberAndANameOnlyWithConsent() {
    buyThrice();
    Client operator = world.client(null, Role.OPERATOR);
    String path = FARMERS + farmer + "/";
    operator
        .patch(path, "{\"first_name\": \"Grace\", \"buyer\": \"" + exporter + "\"}")
        .expect(200);
    String hidden = rows("deliveries/?source=" + farmer);
    assertTrue(hidden.startsWith("{'source':{'number':null,'name':null},'deliveries':2,"), hidden);
    World.write("update farmer set consent_status = 'GRANTED' where id = ?", farmer);
    String shown = rows("deliveries/?source=" + farmer);
    assertTrue(shown.startsWith("{'source':{'number':null,'name':'Grace'},"), shown);
  }
}
