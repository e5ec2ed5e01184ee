package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.Together;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/**
 * The service takes the records that a body names as it read them last. A change of one of them
 * counts for the next request all the same.
 */
class KnownRecordsTest {
  private final Trade trade = new Trade();
  private final World world = trade.world;
  private final Client admin = world.client(trade.coop, Role.ADMIN);

  /**
   * Records it twice: the first time the service reads the records, the second time it knows them.
   */
  private void recordTwice(Kind kind, ObjectNode body) {
    trade.record(kind, body);
    trade.record(kind, body);
  }

  @Test
  void aPremiumThatEndedIsRefused() {
    UUID premium = world.premium(trade.coop, "NORMAL", true);
    ObjectNode payment = trade.payment().put("premium", premium.toString());
    recordTwice(Kind.PAYMENT, payment);
    admin.patch(PREMIUMS + premium + "/", "{\"is_active\": false}").expect(200);
    trade.refuse(Kind.PAYMENT, payment, "/premium inactive");
  }

  @Test
  void theAmountFollowsTheOptionAsItIsNow() {
    UUID premium = world.premium(trade.coop, "OPTIONS", true);
    UUID option = world.option(premium, "Organic", true);
    ObjectNode payment = trade.paymentOfOption(premium, option);
    recordTwice(Kind.PAYMENT, payment);
    assertEquals("12.50", trade.record(Kind.PAYMENT, payment).at("/amount"));
    String dearer = "{\"options\": [{\"name\": \"Organic\", \"amount\": 20}]}";
    admin.patch(PREMIUMS + premium + "/", dearer).expect(200);
    assertEquals("20", trade.record(Kind.PAYMENT, payment).at("/amount"));
  }

  @Test
  void theCurrencyIsThatOfTheCompanyNow() {
    recordTwice(Kind.PAYMENT, trade.payment());
    admin
        .patch(COMPANIES + trade.coop + "/", "{\"name\": \"Cooperative\", \"currency\": \"KES\"}")
        .expect(200);
    Reply payment = trade.record(Kind.PAYMENT, trade.payment());
    assertEquals("KES", payment.at("/currency_details/code"));
  }

  @Test
  void aFieldThatBecameRequiredIsMissing() {
    UUID form = world.form(trade.coop, "TRANSACTION");
    world.field(form, "grade", "TEXT", false, "[]");
    ObjectNode goods = Trade.with(trade.goods(), "submissions", "[{\"form\": \"" + form + "\"}]");
    recordTwice(Kind.GOODS, goods);
    String required = "{\"fields\": [{\"key\": \"grade\", \"required\": true}]}";
    admin.patch(FORMS + form + "/", required).expect(200);
    trade.refuse(Kind.GOODS, goods, "/submissions/0/values required");
  }

  @Test
  void aFieldThatBecameRequiredIsMissingForAFarmer() {
    UUID form = world.form(trade.coop, "FARMER");
    world.field(form, "household", "INTEGER", false, "[]");
    String path = FARMERS + trade.farmer + "/";
    String named = "{\"first_name\": \"Grace\", \"submission\": {\"form\": \"" + form + "\"}}";
    String kept = "{\"first_name\": \"Grace\", \"submission\": {\"values\": []}}";
    for (String body : List.of(named, named, kept, kept)) {
      trade.member.patch(path, body).expect(200);
    }
    String required = "{\"fields\": [{\"key\": \"household\", \"required\": true}]}";
    admin.patch(FORMS + form + "/", required).expect(200);
    for (String body : List.of(named, kept)) {
      trade.member.patch(path, body).expect(400, "/submission/values required");
    }
  }

  @Test
  void aFarmerWhoMovedAwayOrWasReplacedIsRefused() {
    recordTwice(Kind.GOODS, trade.goods());
    UUID moved = world.farmer(trade.coop);
    UUID replaced = world.farmer(trade.coop);
    trade.record(Kind.GOODS, trade.goods(moved, trade.coop));
    trade.record(Kind.GOODS, trade.goods(replaced, trade.coop));
    World.write("update farmer set buyer = ? where id = ?", trade.exporter, moved);
    World.write("update farmer set replaced_by = ? where id = ?", trade.farmer, replaced);
    trade.refuse(Kind.GOODS, trade.goods(moved, trade.coop), "/source does_not_exist");
    trade.refuse(Kind.GOODS, trade.goods(replaced, trade.coop), "/source replaced");
  }

  @Test
  void anotherCompanyAndAnUnknownIdAreNoFarmersOfTheCompany() {
    recordTwice(Kind.GOODS, trade.goods());
    UUID partner = world.company("Partner");
    Reply sale = trade.record(Kind.GOODS, trade.goods(trade.coop, partner));
    assertEquals("OUTGOING", sale.at("/type"));
    recordTwice(Kind.GOODS, trade.goods(trade.coop, partner));
    UUID unknown = UUID.randomUUID();
    trade.refuse(Kind.GOODS, trade.goods(unknown, trade.coop), "/source does_not_exist");
    UUID foreign = world.farmer(partner);
    trade.refuse(Kind.GOODS, trade.goods(foreign, trade.coop), "/source does_not_exist");
  }

  @Test
  void thePremiumOfAnotherCompanyStaysUnknownToACompany() {
    UUID premium = world.premium(trade.exporter, "NORMAL", true);
    UUID farmer = world.farmer(trade.exporter);
    Client exporter = world.client(trade.exporter, Role.MEMBER);
    ObjectNode own = trade.payment(trade.exporter, farmer).put("premium", premium.toString());
    trade.record(exporter, Kind.PAYMENT, own);
    trade.record(exporter, Kind.PAYMENT, own);
    recordTwice(Kind.PAYMENT, trade.payment());
    ObjectNode foreign = trade.payment().put("premium", premium.toString());
    trade.refuse(Kind.PAYMENT, foreign, "/premium does_not_exist");
  }

  /** Its fields are not known, although the form is. */
  @Test
  void aFormWithoutFieldsOrWithLongOnesStaysInAGroup() {
    UUID empty = world.form(trade.coop, "TRANSACTION");
    UUID full = world.form(trade.coop, "TRANSACTION");
    String options = "[\"%s\", \"ripe\"]".formatted("x".repeat(30_000));
    world.field(full, "grade", "DROPDOWN", false, options);
    try (Together groups = Together.of(2)) {
      Client member = groups.member(trade.coop);
      for (UUID form : List.of(empty, full)) {
        String body =
            Trade.with(trade.goods(), "submissions", "[{\"form\": \"" + form + "\"}]").toString();
        for (int time = 1; time <= 3; time++) {
          List<Reply> replies =
              groups.replies(() -> member.post(GOODS, body), () -> member.post(GOODS, body));
          assertEquals(List.of(201, 201), Together.statuses(replies));
          assertEquals(1, Together.transactions(replies.get(0), replies.get(1)).size());
        }
      }
    }
  }

  @Test
  void aWrongAssumptionOfOneRequestRefusesNoOther() {
    recordTwice(Kind.GOODS, trade.goods());
    try (Together groups = Together.of(3)) {
      Client member = groups.member(trade.coop);
      String right = trade.goods().toString();
      String wrong = trade.goods(UUID.randomUUID(), trade.coop).toString();
      List<Reply> replies =
          groups.replies(
              () -> member.post(GOODS, right),
              () -> member.post(GOODS, wrong),
              () -> member.post(GOODS, right, "Idempotency-Key", "k"));
      assertEquals(List.of(201, 400, 201), Together.statuses(replies));
      replies.get(1).expect(400, "/source does_not_exist");
      assertEquals(1, Together.transactions(replies.get(0), replies.get(2)).size());
    }
  }

  @Test
  void aRepeatGetsTheFirstAnswer() {
    recordTwice(Kind.GOODS, trade.goods());
    String body = trade.goods().toString();
    Reply first = trade.member.post(GOODS, body, "Idempotency-Key", "k").expect(201);
    Reply again = trade.member.post(GOODS, body, "Idempotency-Key", "k").expect(201);
    assertEquals(first.text(), again.text());
    assertEquals("true", again.header("Idempotent-Replayed"));
  }
}
