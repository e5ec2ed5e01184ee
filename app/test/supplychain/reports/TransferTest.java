package supplychain.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Paths.*;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Meanwhile;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.database.Database;

/** A row of a table of payments can be a transfer that pays several deliveries. */
class TransferTest extends ReportScene {
  private static final String NAMES = "transactions,amount,invoice_number\n";

  @BeforeEach
  void buyFourTimes() {
    String table =
        """
        number,source,product,quantity,amount,date
        A-1,{farmer},{cherry},10,100000,2025-11-01
        A-2,{farmer},{cherry},15,150000.50,2025-11-02
        A-3,{farmer},{cherry},6,60000,2025-11-03
        B-1,{other},{cherry},1,500,2025-11-03
        """
            .replace("{farmer}", "" + farmer)
            .replace("{other}", "" + other)
            .replace("{cherry}", "" + cherry);
    member.post(GOODS, table, "Content-Type", "text/csv").expect(200);
  }

  private Reply send(String table) {
    return member.post(PAYMENTS, table, "Content-Type", "text/csv");
  }

  private String paid(Reply reply) {
    return reply.lineIds().stream()
        .map(id -> member.get(PAYMENTS + id + "/").json())
        .map(
            one ->
                one.get("invoice_number").asText()
                    + " "
                    + one.get("amount").asText()
                    + " "
                    + one.get("source").asText().equals("" + company)
                    + " "
                    + one.get("destination").asText().equals("" + farmer))
        .collect(Collectors.joining(", "));
  }

  private void refuse(String row, String... findings) {
    send(NAMES + row).expect(400, findings);
  }

  private void explain(String row, String detail) {
    assertEquals(List.of(detail), send(NAMES + row).expect(400).details());
  }

  @Test
  void aTransferPaysWhatIsOpenOfEachDelivery() {
    pay(company, farmer, "10000", "2025-11-04", of(id("A-1")));
    Reply reply = send(NAMES + "A-1; A-2;a-3,300000.5,R-17\n").expect(200);
    assertEquals(
        "R-17 90000 true true, R-17 150000.50 true true, R-17 60000 true true", paid(reply));
    assertEquals(
        List.of("500"), List.of(reporter.get("/v1/reports/unpaid/").at("/items/0/amount")));
  }

  private String id(String number) {
    return member.get(GOODS + "?number_is=" + number).expect(200).ids().get(0);
  }

  @Test
  void theAmountMustBeTheSumOfWhatIsOpen() {
    String parts = "/2/amount mismatch";
    refuse("A-1;A-2,250000,R-17", parts);
    refuse("A-1;A-2,250001,R-17", parts);
    explain(
        "A-1 A-3,150000,R-17",
        "/2/amount The transactions have open: 100000 of A-1, 60000 of A-3. Together these are 160000;"
            + " 150000 is 10000 less.");
    explain(
        "A-1 A-3,160000.01,R-17",
        "/2/amount The transactions have open: 100000 of A-1, 60000 of A-3. Together these are 160000;"
            + " 160000.01 is 0.01 more.");
    refuse("A-1;A-2,,R-17", "/2/amount required");
    refuse("A-1;A-2,much,R-17", "/2/amount format");
    assertEquals(4, reporter.get("/v1/reports/unpaid/").json().get("items").size());
  }

  @Test
  void aTransferPaysEachDeliveryOnce() {
    explain("A-1;A-1,200000,R-17", "/2/transactions A-1 appears more than once.");
    send(NAMES + "A-1;A-3,160000,R-17\n").expect(200);
    explain("A-1;A-2,250000.50,R-18", "/2/transactions A-1 is paid already.");
    String twice = "A-2,150000.50,R-18\n";
    assertEquals(
        List.of("/3/transactions A-2 is paid already."),
        send(NAMES + twice + twice).expect(400).details());
  }

  @Test
  void aTransferHasOnePayeeAndOneCurrency() {
    String fields = "'quantity': 1, 'amount': 5, 'currency': 'USD'";
    String body = Goods.body(farmer, company, cherry, fields);
    String dollars = member.post(GOODS, body).expect(201).id();
    explain(
        "A-1;B-1,100500,R-17",
        "/2/transactions A-1 and B-1 have different parties. A transfer has one payee.");
    refuse("A-1 " + dollars + ",100005,R-17", "/2/transactions mismatch");
    String columns = "transactions,amount,currency\nA-1;A-3,160000,";
    send(columns + "USD").expect(400, "/2/currency mismatch");
    send(columns + "ugx").expect(200);
  }

  @Test
  void theTransactionsOfAnotherCompanyAreUnknown() {
    Client stranger = world.client(world.company("Stranger"), Role.MEMBER);
    for (String name : List.of("A-1", id("A-1"))) {
      Reply refused =
          stranger.post(PAYMENTS, NAMES + name + ",100000,R-17\n", "Content-Type", "text/csv");
      assertEquals(
          List.of(
              "/2/transactions There is no product transaction with the number or the id \"%s\"."
                  .formatted(name)),
          refused.expect(400).details());
    }
    refuse("A-1;A-9,100000,R-17", "/2/transactions does_not_exist");
    String reversed = buy(farmer, cherry, "\"1\"", "5", "2025-11-05");
    reverse(GOODS, reversed);
    refuse(reversed + ",5,R-17", "/2/transactions reversed");
  }

  @Test
  void aRowWithTransactionsHasNothingOfASinglePayment() {
    String rows = ",transactions,amount\n%s,A-1;A-3,160000\n";
    send("number" + rows.formatted("N-1")).expect(400, "/2/number mismatch");
    send("transaction.number" + rows.formatted("A-2")).expect(400);
    send("source" + rows.formatted(farmer)).expect(400, "/2/source mismatch");
    String other = "destination.number,transactions,amount\nF-2,A-1,100000\n";
    send(other).expect(400, "/2/source mismatch", "/2/destination.number mismatch");
    send("destination.number" + rows.formatted("F-1")).expect(200);
    String many = "A-1 ".repeat(101);
    refuse(many + ",160000,R-17", "/2/transactions too_many");
  }

  @Test
  void aSinglePaymentSaysHowToSendATransfer() {
    String single = "{\"transactions\": [\"A-1\", \"A-3\"], \"amount\": 160000}";
    assertEquals(
        List.of(
            "/transactions A single body is one payment, for one `transaction`. Send a transfer for"
                + " several transactions as a table, or as a line of JSON: application/x-ndjson."),
        member.post(PAYMENTS, single).expect(400).details());
    member.post(PAYMENTS, single, "Prefer", "handling=lenient").expect(400);
    Reply line = member.post(PAYMENTS, single + "\n", "Content-Type", "application/x-ndjson");
    assertEquals(2, line.expect(200).lineIds().size());
  }

  @Test
  void aMistakeOfATransferIsToldOnce() {
    String table = "transactions,amount,method\nA-1;A-2;A-3,310000.50,CASH\n";
    Reply refused = send(table).expect(400, "/2/method not_a_choice");
    assertTrue(refused.text().contains("One mistake."), refused::text);
    Reply partly =
        member.post(PAYMENTS + "?on_error=proceed", table, "Content-Type", "text/csv").expect(200);
    assertEquals(2, partly.text().lines().count(), partly::text);
    assertTrue(partly.text().contains("\"refused\":1"), partly::text);
  }

  @Test
  void aNumberThatCannotBeStoredIsUnknown() {
    String line = "{\"transactions\": [\"A-1\\u0000\"], \"amount\": 100000}\n";
    Reply reply = member.post(PAYMENTS, line, "Content-Type", "application/x-ndjson");
    reply.expect(400, "/1/transactions does_not_exist");
  }

  @Test
  void aTransferWaitsForAnotherAndFindsItsPayments() {
    pay(company, other, "1", "2025-11-04", of(id("B-1")));
    UUID delivery = UUID.fromString(id("A-1"));
    String payment =
        """
        insert into payment_transaction
        select copy.*
          from payment_transaction paid
         cross join jsonb_populate_record(
                 paid, jsonb_build_object('id', gen_random_uuid(), 'number', 'T-1', 'transaction', ?, 'amount', 40000)) copy
         where paid.company = ?""";
    Reply late =
        Meanwhile.during(
            sql -> {
              Database.lock(sql, "transfers of " + company);
              sql.execute(payment, delivery, company);
            },
            () -> send(NAMES + "A-1;A-3,160000,R-18\n"));
    assertEquals(
        List.of(
            "/2/amount The transactions have open: 60000 of A-1, 60000 of A-3. Together these are"
                + " 120000; 160000 is 40000 more."),
        late.expect(400).details());
  }

  @Test
  void aSaleDoesNotWaitForATransferThatPaysItsLot() {
    String sale = Goods.moved(company, exporter, cherry, "\"1\"", id("A-1"));
    Reply transfers =
        Meanwhile.during(
            sql -> sql.execute("select from farmer where id = ? for update", other),
            () -> send(NAMES + "A-1;A-3,160000,R-18\nB-1,500,R-19\n"),
            waiting -> member.post(GOODS, sale).expect(201));
    transfers.expect(200);
  }

  @Test
  void ofTwoTransfersAtTheSameTimeOneIsRecorded() {
    Client buyer = world.client(exporter, Role.MEMBER);
    String one = move(company, exporter, cherry, "\"1\"", "300", "2025-11-05");
    String two = move(company, exporter, cherry, "\"1\"", "200", "2025-11-05");
    String back = NAMES + two + " " + one + ",500,R-2\n";
    AtomicReference<DSLContext> holder = new AtomicReference<>();
    AtomicReference<CompletableFuture<Reply>> second = new AtomicReference<>();
    Reply first =
        Meanwhile.during(
            sql -> {
              holder.set(sql);
              Database.lock(sql, "transfers of " + exporter);
            },
            () -> send(NAMES + one + " " + two + ",500,R-1\n"),
            waiting -> {
              second.set(
                  CompletableFuture.supplyAsync(
                      () -> buyer.post(PAYMENTS, back, "Content-Type", "text/csv")));
              Await.until(() -> Meanwhile.isWaitedForInTurn(holder.get()));
            });
    assertEquals(
        Set.of(200, 400), Set.of(first.status(), second.get().join().status()), first::text);
    assertEquals(2, buyer.get(PAYMENTS).expect(200).ids().size());
  }
}
